"""Pictures decoded: refused by their header where possible, read small and upright."""

import warnings
from io import BytesIO
from pathlib import Path
from struct import error as StructError  # noqa: N812 -- the module calls it error
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from kaleido.base.errors import PhotoError
from kaleido.base.files import is_heic
from kaleido.base.text import either, one_line

Pixels = npt.NDArray[np.uint8]  # a picture as (height, width, 3): red, green and blue
# The formats that are read. Pillow knows more; some of them run other programs.
FORMATS = ("JPEG", "PNG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
MAX_PIXELS = 50_000_000  # the limit for formats that can only be decoded whole
# The limit for a JPEG, which can be decoded at a half, a quarter or an eighth of its size.
MAX_JPEG_PIXELS = 110_000_000
MAX_BYTES = 100 * 1024**2  # the longest content of a picture; files may be longer
MIN_SIDE = 64  # the least width and height in pixels: 8 for each cell
SIDE = 1600  # the longer side, in pixels, to which larger pictures are reduced


def load_image(image: Path | bytes, name: str) -> Pixels:
    """Read a picture upright, at most `SIDE` pixels long and on white, or raise a `PhotoError`."""
    try:
        with _open(image, name) as file, warnings.catch_warnings():
            # Pillow warns of large pictures and odd headers; large ones are refused here.
            warnings.simplefilter("ignore")
            _check_head(file, name)
            with Image.open(file, formats=FORMATS) as picture:
                _check_size(picture, name)
                return _decode(picture)
    except PhotoError:
        raise
    except Image.DecompressionBombError:
        raise PhotoError(f"{name} has too many pixels: expected at most {MAX_PIXELS:,}") from None
    except UnidentifiedImageError:
        raise PhotoError(f"{name} is not a picture: expected {either(FORMATS)}") from None
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, StructError) as why:
        # What Pillow raises for files that are cut off or damaged.
        reason = one_line(why, 90) or type(why).__name__
        raise PhotoError(f"{name} is a damaged picture: {reason}") from None


def _open(image: Path | bytes, name: str) -> BinaryIO:
    if isinstance(image, bytes):
        if len(image) > MAX_BYTES:
            raise PhotoError(f"{name} is longer than {MAX_BYTES:,} bytes")
        return BytesIO(image)
    if image.exists() and not image.is_file():
        what = "a folder" if image.is_dir() else "no file"
        raise PhotoError(f"{name} is {what}, expected a picture")
    try:
        return image.open("rb")
    except OSError as problem:
        raise PhotoError(f"cannot read {name}: {problem.strerror}") from None


def _check_head(file: BinaryIO, name: str) -> None:
    head = file.read(32)
    file.seek(0)
    if not head:
        raise PhotoError(f"{name} is empty, expected a picture")
    if is_heic(head):
        raise PhotoError(f"{name} is HEIC or AVIF: save it as JPEG or PNG first")


def _check_size(picture: Image.Image, name: str) -> None:
    width, height = picture.size
    limit = MAX_JPEG_PIXELS if picture.format == "JPEG" else MAX_PIXELS
    if width * height > limit:
        raise PhotoError(
            f"{name} has {width:,} × {height:,} pixels, too many: expected at most {limit:,}"
        )
    if min(width, height) < MIN_SIDE:
        least = f"{MIN_SIDE} × {MIN_SIDE} or more"
        raise PhotoError(f"{name} has {width} × {height} pixels, too few: expected {least}")
    if max(width, height) > 50 * min(width, height):
        raise PhotoError(f"{name} has {width:,} × {height:,} pixels: too narrow for a board")


def _decode(picture: Image.Image) -> Pixels:
    if picture.format == "JPEG":
        picture.draft(None, (SIDE, SIDE))
    picture.load()
    # Before the steps below, which may lose the orientation that the camera noted.
    ImageOps.exif_transpose(picture, in_place=True)
    small: Image.Image = picture
    if picture.mode.startswith("I") or picture.mode == "F":
        small = Image.fromarray(_eight_bits(np.asarray(picture)))
    elif picture.mode == "1":
        small = picture.convert("L")
    elif picture.mode in ("P", "PA") or "transparency" in picture.info:
        small = picture.convert("RGBA")
    if max(small.size) > SIDE:
        small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    if small.mode in ("RGBA", "LA", "La", "RGBa"):
        small = small.convert("RGBA")
        page = Image.new("RGBA", small.size, "white")
        small = Image.alpha_composite(page, small)
    return np.asarray(small.convert("RGB"), np.uint8)


def least_channel(pixels: Pixels) -> npt.NDArray[np.uint8]:
    """Return the least of red, green and blue at every place: high on a page, low on a board."""
    import cv2

    red, green, blue = cv2.split(pixels)
    return np.asarray(cv2.min(cv2.min(red, green), blue), np.uint8)


def _eight_bits(values: npt.NDArray[np.generic]) -> Pixels:
    """Scale a picture of 16 or 32 bits to 8; one that uses fewer bits is stretched to all."""
    floats = values.astype(np.float32)
    low, high = float(np.nanmin(floats)), float(np.nanmax(floats))
    low, high = min(low, 0.0), max(high, low + 1.0)
    # The range is that of 8 bits, of 16 bits, or the picture's own.
    high = 255.0 if high <= 255 else 65535.0 if 4095 < high <= 65535 else high
    scaled = np.nan_to_num((floats - low) / (high - low) * 255)
    return np.asarray(np.clip(scaled, 0, 255), np.uint8)
