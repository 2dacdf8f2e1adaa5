"""Colours by lightness, chroma and hue, as people see them (OKLab, Ottosson 2020)."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

# From linear sRGB to the cones' answers, and from their cube roots to lightness and two axes.
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
# The way back.
FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
# The share of the chroma that is kept at each step, until a screen can show the colour.
STEP = 0.94
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


def read_colour(text: str) -> Triple:
    """Return lightness (0 to 1), chroma and hue in radians of a colour such as ``#fa0``.

    >>> [round(each, 2) for each in read_colour("#ffffff")][:2]
    [1.0, 0.0]
    """
    cones = applied(TO_CONES, linear(text))
    lightness, a, b = applied(TO_LAB, tuple(each ** (1 / 3) for each in cones))
    return lightness, hypot(a, b), atan2(b, a)


def write_colour(lightness: float, chroma: float, hue: float) -> str:
    """Return a colour as ``#rrggbb``, with less chroma if no screen can show it."""
    while True:
        lab = lightness, chroma * cos(hue), chroma * sin(hue)
        found = applied(FROM_CONES, tuple(each**3 for each in applied(FROM_LAB, lab)))
        if chroma < 1e-4 or all(-1e-4 <= each <= 1.0001 for each in found):
            return "#" + "".join(f"{round(255 * curved(each)):02x}" for each in found)
        chroma *= STEP


def linear(text: str) -> Triple:
    """Return red, green and blue in proportion to the light, each from 0 to 1."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * each for each in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return straight(red), straight(green), straight(blue)


def straight(value: float) -> float:
    """Undo the curve of sRGB."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def curved(value: float) -> float:
    """Apply the curve of sRGB to a value, limited to 0 to 1."""
    value = min(1.0, max(0.0, value))
    return 12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def applied(matrix: Matrix, vector: tuple[float, ...]) -> Triple:
    """Return a matrix times a vector."""
    x, y, z = vector
    one, two, three = (row[0] * x + row[1] * y + row[2] * z for row in matrix)
    return one, two, three
