"""Prints the table of which heads learn; with ``--table``, computes and stores it anew."""

import argparse

from attention_docs.learning import runs, table

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m attention_docs.learning", description=__doc__)
    parser.add_argument("--table", action="store_true", help="train all heads, in some minutes")
    if parser.parse_args().table:
        runs.compute()
    else:
        print(*map(table.told, table.stored()[0]), sep="\n")
