"""Picture files: refused from their header where they can be, and read small and upright."""

from __future__ import annotations

import warnings
from pathlib import Path
from struct import error as StructError  # noqa: N812 -- the module calls it error
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kaleido.errors import PhotoError
from kaleido.files import is_heic
from kaleido.text import quote

if TYPE_CHECKING:
    from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""A picture as (height, width, 3), red, green, blue."""

FORMATS = ("JPEG", "PNG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
"""What is read. Pillow knows more, some of which run other programs."""

MAX_PIXELS = 50_000_000
"""Of most formats: they can only be decoded whole."""

MAX_JPEG_PIXELS = 110_000_000
"""A JPEG can be decoded at a half, a quarter or an eighth of its size."""

MIN_SIDE = 64
"""In pixels: 8 for each cell."""

SIDE = 1600
"""The longer side of what is read: more pixels show no more of the board."""


def load_image(path: Path) -> Pixels:
    """Read a picture: at most `SIDE` pixels long, turned upright, in 8-bit RGB on white.

    Parameters
    ----------
    path : Path

    Raises
    ------
    PhotoError
        The file is no picture, damaged, too large or too small, or cannot be read.
    """
    from PIL import Image, UnidentifiedImageError

    name = quote(str(path), 80)
    if path.is_dir():
        raise PhotoError(f"{name} is a folder, expected a picture")
    if path.exists() and not path.is_file():
        raise PhotoError(f"{name} is no file, expected a picture")
    try:
        with path.open("rb") as file:
            head = file.read(32)
    except OSError as problem:
        raise PhotoError(f"cannot read {name}: {problem.strerror}") from None
    if not head:
        raise PhotoError(f"{name} is empty, expected a picture")
    if is_heic(head):
        raise PhotoError(f"{name} is HEIC or AVIF: save it as JPEG or PNG first")
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures and odd headers; what is too large is refused here.
            warnings.simplefilter("ignore")
            with Image.open(path, formats=FORMATS) as image:
                _check_size(image, name)
                return _decode(image)
    except Image.DecompressionBombError:
        raise PhotoError(f"{name} has too many pixels: expected at most {MAX_PIXELS:,}") from None
    except UnidentifiedImageError:
        known = ", ".join(FORMATS[:-1])
        raise PhotoError(f"{name} is not a picture: expected {known} or {FORMATS[-1]}") from None
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, StructError) as why:
        if isinstance(why, PhotoError):
            raise
        # What Pillow raises for files that are cut off or damaged.
        reason = " ".join(str(why).split()) or type(why).__name__
        raise PhotoError(f"{name} is a damaged picture: {reason[:90]}") from None


def _check_size(image: Image.Image, name: str) -> None:
    width, height = image.size
    limit = MAX_JPEG_PIXELS if image.format == "JPEG" else MAX_PIXELS
    if width * height > limit:
        raise PhotoError(
            f"{name} has {width:,} × {height:,} pixels, too many: expected at most {limit:,}"
        )
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            f"{name} has {width} × {height} pixels, too few: expected {MIN_SIDE} × {MIN_SIDE} "
            "or more"
        )
    if max(width, height) > 50 * min(width, height):
        raise PhotoError(f"{name} has {width:,} × {height:,} pixels: too narrow for a board")


def _decode(image: Image.Image) -> Pixels:
    from PIL import Image, ImageOps

    if image.format == "JPEG":
        image.draft(None, (SIDE, SIDE))
    image.load()
    small: Image.Image = image
    factor = max(image.size) // SIDE
    if image.mode.startswith("I") or image.mode == "F":
        small = Image.fromarray(_eight_bits(np.asarray(image)))
    elif image.mode == "1":
        small = image.convert("L")
    elif image.mode in ("P", "PA") or "transparency" in image.info:
        small = image.convert("RGBA")
    if factor > 1:
        small = small.reduce(factor)
    if max(small.size) > SIDE:
        small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    # The turn that the camera noted is kept in `image`, which the steps above may have lost.
    turn = image.getexif().get(0x0112)
    small.getexif()[0x0112] = turn if turn in range(1, 9) else 1
    small = ImageOps.exif_transpose(small)
    if small.mode in ("RGBA", "LA", "La", "RGBa"):
        small = small.convert("RGBA")
        paper = Image.new("RGBA", small.size, "white")
        small = Image.alpha_composite(paper, small)
    return np.asarray(small.convert("RGB"), np.uint8)


def _eight_bits(values: npt.NDArray[np.generic]) -> Pixels:
    """Give a picture of 16 or 32 bits in 8; one that uses fewer bits is stretched to all."""
    floats = values.astype(np.float32)
    low, high = float(np.nanmin(floats)), float(np.nanmax(floats))
    low, high = min(low, 0.0), max(high, low + 1.0)
    # 16 bits: all of them, unless the picture is of 8 bits in a wider type.
    high = 255.0 if high <= 255 else 65535.0 if 4095 < high <= 65535 else high
    scaled = np.nan_to_num((floats - low) / (high - low) * 255)
    return np.asarray(np.clip(scaled, 0, 255), np.uint8)
