# The virtual environment is the one prerequisite of every command; Python and make are all it needs.
PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/python -m
# What only .ci/run installs is left to it.
SELECTED := $(if $(filter true,$(CI)),,-m "not ci")
# The build tools come first, because pip holds no isolated build to the constraints.
PIP := $(RUN) pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help serve check test lint site shots bench mutants model clean

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: .venv/ready  ## the live site on 127.0.0.1:8000
	$(RUN) mkdocs serve --dev-addr 127.0.0.1:8000

check: .venv/ready  ## what a changed digit or sentence needs: numbers, examples, style
	$(RUN) attention_docs.numbers
	$(RUN) pytest --quiet attention_docs README.md CONTRIBUTING.md
	$(RUN) ruff check --quiet
	$(RUN) ruff format --check --quiet
	$(BIN)/codespell

test: .venv/ready lint  ## every check, but for what only .ci/run installs
	$(RUN) pytest --numprocesses 2 --dist loadfile $(SELECTED)

lint: .venv/ready  ## style, types, imports, spelling, workflows
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/zizmor --offline --quiet .github

site: .venv/ready  ## the finished site in site/
	$(RUN) mkdocs build --strict --clean

shots: .venv/ready  ## screenshots of every page in shots/
	$(RUN) tests.site.shots

bench: .venv/ready  ## tables of ratios
	$(RUN) tests.benchmarks

mutants: .venv/ready  ## change each number of each page and see that a check fails
	$(RUN) attention_docs.numbers --mutate

model: .venv/ready  ## the real model's weights, fetched once
	$(RUN) attention_docs.model.fetch

clean:  ## remove all that these commands made
	rm -rf .venv site shots dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"Python 3.11 or newer is needed; {sys.executable} is {v.major}.{v.minor}. Try: make PYTHON=python3.13 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv .venv
	$(PIP) hatchling editables
	$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@
