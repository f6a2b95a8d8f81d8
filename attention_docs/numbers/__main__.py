"""Run the command line: ``python -m attention_docs.numbers``."""

import sys

from attention_docs.numbers.cli import main

if __name__ == "__main__":
    sys.exit(main())
