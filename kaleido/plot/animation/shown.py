"""An animation that is made, which shows itself in a notebook."""

from base64 import b64encode
from dataclasses import dataclass
from html import escape

from kaleido.model.drawable import embed
from kaleido.text import plural


@dataclass(frozen=True, repr=False)
class Animation:
    """An animation of a search; a notebook plays it.

    Attributes
    ----------
    title : str
        What it shows, in words.
    kind : {"gif", "mp4"}
        The format of the data.
    data : bytes
        The content of its file.
    frames : int
        The number of frames shown. (A video repeats each of them for as long as it lasts.)
    seconds : float
        How long it lasts.
    """

    title: str
    kind: str
    data: bytes
    frames: int
    seconds: float

    def __repr__(self) -> str:
        size = f"{len(self.data) / 1000:,.0f} kB of {self.kind.upper()}"
        return f"<Animation: {plural(self.frames, 'frame')}, {self.seconds:g} s, {size}>"

    def _repr_html_(self) -> str:
        """Return it as an HTML element that plays without scripts."""
        if self.kind == "gif":
            return embed("image/gif", self.data, self.title)
        title, source = escape(self.title), b64encode(self.data).decode()
        return (
            f'<video controls loop muted aria-label="{title}" '
            f'src="data:video/mp4;base64,{source}"></video>'
        )
