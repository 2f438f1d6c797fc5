"""The 18 pieces of Dr Wood's Kaleidoscope Classic."""

from kaleido.model.piece_set import PieceSet

CLASSIC = PieceSet.parse(
    "classic",
    """
    # title: Kaleidoscope Classic
    # sides: two-faced
    # piece       front       back
    wand          rxrxrxrx    bxyxbxyx
    small-wand    rxrx        bxyx
    l4-left-r     r../xrx     ..y/xbx
    l4-left-x     rxr/..x     ..b/xyx
    l4-right-r    ..r/xrx     bxy/..x
    l4-right-x    ..x/rxr     x../bxy
    t-r           .r./rxr     .x./xbx
    t-x           .x./xrx     .y./bxy
    z-left        rx./.rx     .xb/xy.
    z-right       .rx/rx.     xb./.xy
    square        rx/xr       bx/xy
    line3-r       rxr         bxy
    line3-x       xrx         xyx
    l3-r          .r/rx       .b/yx
    l3-x          .x/xr       .x/xy
    domino        rx          bx
    mono-r        r           x
    mono-x        x           b
    """,
)
"""One octomino, ten tetrominoes, four trominoes, one domino and two monominoes: 64 cells."""
