"""Replies of a worker process, however its output is cut."""

import asyncio
import contextlib

import pytest
from hypothesis import given, strategies as st

from kaleido.web.dispatch import Replies
from kaleido.web.worker import ReplyKind

KINDS = [kind for kind in ReplyKind if kind is not ReplyKind.READY]


def outputs():
    """Replies and the places at which their bytes are cut."""
    texts = st.binary(max_size=12).map(lambda text: text.replace(b"\n", b" "))
    replies = st.lists(st.tuples(st.sampled_from(KINDS), texts), max_size=8)
    return st.tuples(replies, st.lists(st.integers(0, 100)))


async def read(chunks, longest=64):
    """Hand bytes over chunk by chunk; return the replies, the end not among them."""
    out = asyncio.StreamReader()
    replies, found = Replies(out, longest), []

    async def take():
        while (reply := await replies.next()) is not None:
            found.append(reply)

    taking = asyncio.create_task(take())
    for chunk in chunks:
        out.feed_data(chunk)
        await asyncio.sleep(0)
    out.feed_eof()
    await taking
    return found


def cut(written, places):
    ends = sorted(place % (len(written) + 1) for place in places)
    return [written[one:other] for one, other in zip([0, *ends], [*ends, None], strict=True)]


@given(outputs())
def test_every_reply_arrives_once_in_order(output):
    told, places = output
    written = b"".join(kind.encode() + text + b"\n" for kind, text in told)
    found = asyncio.run(read([chunk for chunk in cut(written, places) if chunk]))
    assert [(kind, line) for kind, text in found for line in text.split(b"\n")] == told
    assert all(kind is ReplyKind.EVENT or b"\n" not in text for kind, text in found)


def test_events_that_came_at_once_are_one_reply():
    found = asyncio.run(read([b"E1\nE2\nA3\n", b"E4\n", b"E5\n"]))
    assert [text for _, text in found] == [b"1\n2", b"3", b"4", b"5"]


def test_a_line_that_is_broken_off_is_no_reply():
    assert asyncio.run(read([b"E1\nA", b"2"])) == [(ReplyKind.EVENT, b"1")]


def test_a_line_without_an_end_is_refused():
    with pytest.raises(ValueError, match="a line of more than 64 bytes"):
        asyncio.run(read([b"A" + 40 * b"x", 40 * b"x"]))


def test_waiting_for_a_reply_can_be_given_up():
    async def give_up():
        out = asyncio.StreamReader()
        replies = Replies(out, 64)
        out.feed_data(b"E1\nA")
        assert (await replies.next()).text == b"1"
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(replies.next(), 0.01)
        out.feed_data(b"2\n")
        assert await replies.next() == (ReplyKind.ANSWER, b"2")

    asyncio.run(give_up())
