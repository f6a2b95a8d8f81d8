"""Prints every table of ratios, one after the other: ``make bench``."""

from tests.benchmarks import attention, figures, live, model, numbers

for benchmark in (attention, figures, live, model, numbers):
    print(f"\n{(benchmark.__doc__ or '').splitlines()[0]}\n")
    benchmark.main()
