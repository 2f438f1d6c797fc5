"""The figure of two searches that part."""

import pytest

from kaleido import heuristic, plot, record

CAR = record("car", "constrained"), record("car", "paper-plus")


def texts(ax):
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_moves_with_the_parts_of_their_scores(theme):
    with plot.theme(theme):
        figure = plot.parting(*CAR)
    *boards, first, second = figure.axes
    assert figure.get_suptitle() == "Car: parting after 3 moves, other order"
    titles = [ax.get_title().splitlines() for ax in boards]
    assert [title[0] for title in titles] == ["constrained", "paper-plus"]
    for title, recording in zip(titles, CAR, strict=True):
        place = recording.steps[3].place
        assert title[1:] == [str(place.placement), "nodes: 16 of 19, kept"]
    assert texts(first)[3:] == [
        *("matched", "10", "–", "window", "0", "–", "crookedness", "0.78", "–"),
        *("score", "10.78", "–", "rank", "1 of 4", "not proposed"),
        "also on the last board of paper-plus",
    ]
    assert {"15.26", "trivial island", "1 of 1"} < set(texts(second))
    assert "constrained: S front at B2, nodes: 16 of 19, kept" in figure.alt


def test_a_search_that_ended_shows_its_last_board():
    short, long = (record("twelve", "paper-plus", max_nodes=most) for most in (30, None))
    assert "17 of 18 pieces: gave up, ended after 30 nodes" in plot.parting(short, long).alt
    assert "no parting, the same 19 moves" in plot.parting(CAR[0], CAR[0]).alt


def test_a_score_of_ones_own_is_one_row():
    own = record("car", heuristic(lambda each: each.matched, name="a name that is much too long"))
    found = texts(plot.parting(own, CAR[1], width=4).axes[2])
    assert "a name that is much t…" in found
    assert "score" in found


def test_the_parts_that_a_score_of_ones_own_names_have_rows():
    def score(each):
        return {"tight": each.matched, "large": each.size / 2}

    found = texts(plot.parting(record("car", heuristic(score)), CAR[1]).axes[2])
    assert {"tight", "large", "score"} < set(found)


@pytest.mark.parametrize("name", ["first-steps", "tetromino-tube", "hexiamond-3x12", "soma-cube"])
def test_boards_of_all_kinds(name):
    pair = [record(name, each, max_nodes=200) for each in ("constrained", "random")]
    assert "parting after" in plot.parting(*pair).alt
