"""Files for other solvers, read and solved the plain way."""

import itertools
import re


def read_dlx(lines):
    """Read Knuth's format: how many options each item needs and takes, and the options."""
    first, *options = [line.split() for line in lines if not line.startswith("|")]
    bounds = {}
    end = first.index("|") if "|" in first else len(first)
    for place, word in enumerate(first):
        multiple, _, name = word.rpartition("|")
        if place != end:
            assert re.fullmatch(r"[!-9;-{}~]{1,8}", name)
            assert name not in bounds
            least, _, most = multiple.rpartition(":")
            bounds[name] = (int(least or most or 1), int(most or 1))
        if place > end:
            bounds[name] = (0, 1)
    for option in options:
        assert len(set(option)) == len(option)
        assert set(option) <= set(bounds)
    return bounds, options


def covers(bounds, options):
    """Find every set of options that fills each item often enough and not too often."""
    filling = {
        name: sum(1 << number for number, option in enumerate(options) if name in option)
        for name in bounds
    }

    def run(live, used, chosen):
        def spare(name):
            return (live & filling[name]).bit_count() - bounds[name][0] + used[name]

        wanted = [name for name in bounds if used[name] < bounds[name][0]]
        if not wanted:
            assert not live
            yield chosen
            return
        name = min(wanted, key=spare)
        for _ in range(spare(name) + 1):
            bit = live & filling[name]
            bit &= -bit
            live &= ~bit  # so that no set is found twice
            number = bit.bit_length() - 1
            left, filled = live, dict(used)
            for other in options[number]:
                filled[other] += 1
                if filled[other] == bounds[other][1]:
                    left &= ~filling[other]
            yield from run(left, filled, [*chosen, number])

    return run((1 << len(options)) - 1, dict.fromkeys(bounds, 0), [])


def printed(options, solutions):
    """Print solutions as Knuth's programs do: each option from some item on, around its end."""
    lines = []
    for number, chosen in enumerate(solutions, start=1):
        lines.append(f"{number}:")
        for place in chosen:
            option = options[place]
            turn = (place + number) % len(option)
            lines.append(f" {' '.join(option[turn:] + option[:turn])} (1 of {number})")
    return "\n".join(lines)


def read_dimacs(lines):
    """Read a CNF: the number of its variables, and its clauses."""
    rows = [line.split() for line in lines if not line.startswith("c ")]
    assert rows[0][:2] == ["p", "cnf"]
    variables, clauses = map(int, rows[0][2:])
    assert len(rows) == clauses + 1
    assert all(row[-1] == "0" and "0" not in row[:-1] for row in rows[1:])
    return variables, [tuple(map(int, row[:-1])) for row in rows[1:]]


def models(clauses, chosen=()):
    """Find every model, as its literals: affirm and deny one of the shortest clause."""
    if not clauses:
        yield chosen
        return
    shortest = min(clauses, key=len)
    for literal in shortest[:1]:
        for each in (literal, -literal) if len(shortest) > 1 else (literal,):
            left = [
                tuple(other for other in clause if other != -each)
                for clause in clauses
                if each not in clause
            ]
            yield from models(left, (*chosen, each))


def valued(model):
    """Print a model as SAT solvers do, over several lines."""
    words = [*map(str, sorted(model, key=abs)), "0"]
    return "\n".join(f"v {' '.join(words[at : at + 20])}" for at in range(0, len(words), 20))


def every_model(clauses, size):
    """Find every model, what no clause names being free."""
    for model in models(clauses):
        free = set(range(1, size + 1)) - set(map(abs, model))
        for signs in itertools.product([1, -1], repeat=len(free)):
            yield (*model, *(sign * each for sign, each in zip(signs, free, strict=True)))
