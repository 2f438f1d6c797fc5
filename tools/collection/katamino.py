"""Count the solutions of every Katamino challenge: so many pieces of the twelve in 5 × N.

    python tools/collection/katamino.py > puzzles/katamino.counts

It takes some two minutes. Challenges without a solution are left out.
"""

from itertools import combinations

from kaleido.library.piece_sets import named_set
from kaleido.puzzle.puzzle import named_puzzle

SMALLEST = 3


def main() -> None:
    """Print the pieces and the number of solutions of each challenge."""
    names = [piece.name for piece in named_set("katamino")]
    print("# The pieces of each Katamino challenge that can be solved, and its solutions.")
    print("# python tools/collection/katamino.py")
    for size in range(SMALLEST, len(names) + 1):
        for use in combinations(names, size):
            solutions = named_puzzle("katamino-5xN", use).count().solutions
            if solutions:
                print(f"{','.join(use)} {solutions}")


if __name__ == "__main__":
    main()
