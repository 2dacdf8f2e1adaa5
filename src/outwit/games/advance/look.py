"""What Advance looks like: carved figures, and walls of stone."""

from __future__ import annotations

from outwit.core.carving import WOODS, Rod, Solid, carve, disc
from outwit.core.look import Look
from outwit.core.side import SIDES, Side
from outwit.games.advance.danger import danger


def zombie(side: Side) -> str:
    """Carve a hand that reaches out of its grave."""
    return carve(
        side,
        Solid(
            "M42 82 43 67C41 65 40 65 38 64.6L21.7 62.6 14.5 48.2A5 5 0 0 1 23.5 43.8"
            "L28.3 53.4 36.5 54.4 35 49.6 23.3 36.8 28.4 22.6A5 5 0 0 1 37.6 26.4"
            "L34.7 34.7 40.9 41 38.2 25.4 45.1 10.1A5 5 0 0 1 53.9 14.9"
            "L48.8 26.1 50.7 37.5 53.3 23.8 62.3 12.7A5 5 0 0 1 69.7 19.3"
            "L61.7 28.2 59.2 44 67.5 37.4 75.3 28.7A5 5 0 0 1 82.7 35.3"
            "L74.5 44.6 63.5 53.5Q64 61 59 66L60 82Z"
        ),
        Solid("M33 82 36 69 43 74 50 67 57 74 65 68 68 82Z"),
        engraving="M43 57Q49 52 58 54",
    )


def builder(side: Side) -> str:
    """Carve a trowel over bricks."""
    return carve(
        side,
        Solid("M16 80V67H38V54H84V80Z"),
        Rod("M50 32 64 38 69 29", 7),
        Rod("M69 28 85 13", 13),
        Solid("M9 53 40 15 57 44Z"),
        engraving="M38 67H82M38 69V79M61 69V79M50 56V66M71 56V66M24 46 39 27",
    )


def jester(side: Side) -> str:
    """Carve a jester in cap and bells."""
    return carve(
        side,
        Solid(disc(50, 61, 19)),
        Solid(
            "M28 60C26 51 20 48 12 53 9 36 24 22 40 31 40 21 44 14 52 9 55 17 58 24 60 31 "
            "76 22 91 36 88 53 80 48 74 51 72 60Q50 48 28 60Z"
        ),
        Solid(disc(12, 56, 6.5) + disc(53, 11, 6.5) + disc(88, 56, 6.5)),
        engraving="M40 31Q37 41 39 49M60 31Q63 41 61 49M40 67Q50 77 60 67",
        inlay=disc(43, 61, 2.8) + disc(57, 61, 2.8),
    )


def miner(side: Side) -> str:
    """Carve a bearded miner with his lamp, the pickaxe over his shoulder."""
    return carve(
        side,
        Rod("M69 16V82", 9),
        Solid("M41 27C48 13 58 7 69 7 80 7 90 13 97 27 88 21 79 19 69 19 59 19 50 21 41 27Z"),
        Solid("M57 56C58 74 48 84 38 84 28 84 18 74 19 56Z"),
        Solid("M12 58C11 55 14 54 16 54 16 42 25 34 38 34 51 34 60 42 60 54 62 54 65 55 64 58Z"),
        engraving=disc(38, 45, 5.5),
        inlay=disc(31, 64, 2.6)
        + disc(45, 64, 2.6)
        + "M38 68C33 66 27 69 25 75 30 77 36 75 38 73 40 75 46 77 51 75 49 69 43 66 38 68Z",
    )


def sentinel(side: Side) -> str:
    """Carve a guard behind a shield, spear in hand."""
    emblem = (disc(46, 56, 11), "M34 49 46 59 58 49M34 60 46 70 58 60")[side]
    return carve(
        side,
        Rod("M81 24V88", 8),
        Solid("M81 4 90 19 81 31 72 19Z"),
        Solid("M30 37V24A16 16 0 0 1 62 24V37Z"),
        Solid("M19 36Q36 38 46 31 56 38 73 36V54C73 70 58 80 46 87 34 80 19 70 19 54Z"),
        engraving="M37 23H55" + emblem,
        inlay=("", disc(46, 56, 3.5))[side == 0],
    )


def catapult(side: Side) -> str:
    """Carve a catapult, its arm raised."""
    return carve(
        side,
        Solid(disc(21, 15, 10)),
        Rod("M84 52 30 25", 10),
        Rod("M10 22Q18 34 32 25", 8),
        Rod("M40 58 54 32 68 58M13 60H87", 10),
        Solid(disc(29, 69, 14) + disc(71, 69, 14)),
        engraving="M29 60V78M20 69H38M71 60V78M62 69H80",
    )


def dragon(side: Side) -> str:
    """Carve a dragon's head and wing."""
    return carve(
        side,
        Solid("M54 66 60 40 76 14 80 20C90 30 96 44 95 62Q88 55 83 63 77 57 72 67 65 62 60 72Z"),
        Solid("M42 24C48 10 60 5 72 6 64 11 60 18 56 28Z"),
        Solid(
            "M29 82C30 70 41 66 42 57 35 57 28 60 23 65L19 61 16 64 13 59 24 52 36 48 "
            "26 47 22 51 19 47C10 47 5 41 7 35L10 31 14 33C20 32 24 30 28 26L30 17 36 22"
            "C40 20 44 20 48 21L58 18 57 26 67 29 64 36 74 42 69 48 78 56 72 61 79 69 73 74 74 82Z"
        ),
        engraving="M78 28 70 55M84 38 82 54M43 62 54 66M40 71 52 75",
        inlay="M28 34 40 29 37 37Z" + disc(14, 39, 2),
    )


def general(side: Side) -> str:
    """Carve a helmet with the crest of a commander."""
    return carve(
        side,
        Solid("M12 54A38 47 0 0 1 88 54L75 54A25 28 0 0 0 25 54Z"),
        Solid("M27 80V50A23 25 0 0 1 73 50V80Z"),
        engraving="M50 10V23M31 15 37 28M69 15 63 28M19 32 28 38M81 32 72 38",
        inlay="M32 50C40 49 46 52 47 58L50 61 53 58C54 52 60 49 68 50 68 58 63 63 56 64L55 77"
        "H45L44 64C37 63 32 58 32 50Z",
    )


CARVERS = {
    "Z": zombie,
    "B": builder,
    "J": jester,
    "M": miner,
    "S": sentinel,
    "C": catapult,
    "D": dragon,
    "G": general,
}

# Three courses of stones: their faces, and the light on their upper and left edges.
WALL = (
    '<rect x="8" y="9" width="92" height="91" rx="6" fill="{shadow}" opacity=".3"/>'
    '<rect x="3" y="3" width="92" height="92" rx="6" fill="{stone_dark}"/>'
    '<path d="M6 6h39v27h-39ZM48 6h44v27h-44ZM6 36h21v26h-21ZM30 36h39v26h-39ZM72 36h20v26h-20Z'
    'M6 65h44v27h-44ZM53 65h39v27h-39Z" fill="{stone}" stroke="{stone}" stroke-width="2" '
    'stroke-linejoin="round"/>'
    '<path d="M8 30V8H42M50 30V8H89M8 59V38H24M32 59V38H66M74 59V38H89M8 89V67H47M55 89V67H89" '
    'fill="none" stroke="{stone_light}" stroke-width="3.5" stroke-linecap="round" '
    'stroke-linejoin="round"/>'
)

LOOK = Look(
    pieces={
        letter if side == 0 else letter.lower(): carver(side)
        for side in SIDES
        for letter, carver in CARVERS.items()
    },
    artwork={"obstacle": WALL},
    definitions=WOODS,
    danger=danger,
    signs={"wall": "▓"},
)
