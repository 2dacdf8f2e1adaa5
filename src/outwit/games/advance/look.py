"""What Advance looks like: carved figures, and walls of stone."""

from __future__ import annotations

from outwit.core.carving import WOODS, Rod, Solid, carve, disc
from outwit.core.look import Look
from outwit.core.side import SIDES, Side
from outwit.games.advance.danger import danger

# The radius of an eye's engraving.
EYE = 1.3


def zombie(side: Side) -> str:
    """Carve a hand that reaches out of its grave."""
    return carve(
        side,
        Solid(
            "M42 79 43 67C41 65 40 65 38 64.6L21.7 62.6 14.5 48.2A5 5 0 0 1 23.5 43.8"
            "L28.3 53.4 36.5 54.4 35 49.6 23.3 36.8 28.4 22.6A5 5 0 0 1 37.6 26.4"
            "L34.7 34.7 40.9 41 38.2 25.4 45.1 10.1A5 5 0 0 1 53.9 14.9"
            "L48.8 26.1 50.7 37.5 53.3 23.8 62.3 12.7A5 5 0 0 1 69.7 19.3"
            "L61.7 28.2 59.2 44 67.5 37.4 75.3 28.7A5 5 0 0 1 82.7 35.3"
            "L74.5 44.6 63.5 53.5Q64 61 59 66L60 79Z"
        ),
        Solid("M33 79 36 68 43 74 50 67 57 74 65 67 68 79Z"),
        engraving="M43 57Q49 52 58 54",
    )


def builder(side: Side) -> str:
    """Carve a trowel over bricks."""
    return carve(
        side,
        Rod("M50 32 64 38 69 29", 7),
        Rod("M69 28 85 13", 13),
        Solid("M9 52 40 14 57 43ZM16 79V66H38V53H84V79Z"),
        engraving="M40 66H82M38 68V77M61 68V77M50 55V64M71 55V64M24 45 39 26",
    )


def jester(side: Side) -> str:
    """Carve a jester in cap and bells."""
    return carve(
        side,
        Solid(
            "M28 60C26 51 20 48 12 53 9 36 24 22 40 31 40 21 44 14 52 9 55 17 58 24 60 31 "
            "76 22 91 36 88 53 80 48 74 51 72 60Q50 48 28 60Z"
        ),
        Solid(
            disc(12, 56, 6.5)
            + disc(53, 11, 6.5)
            + disc(88, 56, 6.5)
            + "M31 58.4Q50 49.6 69 58.4C70 67 67 75 60 79H40C33 75 30 67 31 58.4Z"
        ),
        engraving="M40 31Q37 41 39 49M60 31Q63 41 61 49M41 67Q50 76 59 67"
        + disc(43, 61, EYE)
        + disc(57, 61, EYE),
    )


def miner(side: Side) -> str:
    """Carve a bearded miner with his lamp, the pickaxe over his shoulder."""
    return carve(
        side,
        Rod("M69 16V82", 9),
        Solid(
            "M41 27C48 13 58 7 69 7 80 7 90 13 97 27 88 21 79 19 69 19 59 19 50 21 41 27Z"
            "M12 57C11 54 14 53 16 53 16 41 25 33 38 33 51 33 60 41 60 53 62 53 65 54 64 57Z"
            "M19 57H57C58 68 54 75 49 79H27C22 75 18 68 19 57Z"
        ),
        engraving=disc(38, 44, 5.5) + disc(31, 63, EYE) + disc(45, 63, EYE),
        inlay="M38 67C33 65 27 68 25 74 30 76 36 74 38 72 40 74 46 76 51 74 49 68 43 65 38 67Z",
    )


def sentinel(side: Side) -> str:
    """Carve a guard behind a shield, spear in hand."""
    emblem = (disc(46, 55, 11) + disc(46, 55, 2), "M34 47 46 57 58 47M34 58 46 68 58 58")[side]
    return carve(
        side,
        Rod("M81 24V88", 8),
        Solid(
            "M81 4 90 19 81 31 72 19Z"
            "M31 36.5V24A15 15 0 0 1 61 24V36.5Q51 35 46 31 41 35 31 36.5Z"
            "M19 36Q36 38 46 31 56 38 73 36V54C73 66 67 74 59 79H33C25 74 19 66 19 54Z"
        ),
        engraving="M37 23H55" + emblem,
    )


def catapult(side: Side) -> str:
    """Carve a catapult, its arm raised."""
    return carve(
        side,
        Solid(disc(21, 14, 10)),
        Rod("M84 50 30 23", 10),
        Rod("M10 20Q18 32 32 23", 8),
        Rod("M40 56 54 30 68 56M13 58H87", 10),
        Solid(disc(29, 66, 13) + disc(71, 66, 13)),
        engraving="M29 58V74M21 66H37M71 58V74M63 66H79",
    )


def dragon(side: Side) -> str:
    """Carve a dragon's head and wing."""
    return carve(
        side,
        Solid(
            "M42 24C48 10 60 5 72 6 64 11 60 18 56 28Z"
            "M54 66 60 40 76 14 80 20C90 30 96 44 95 62Q88 55 83 63 77 57 72 67 65 62 60 72Z"
        ),
        Solid(
            "M29 79C31 69 41 65 42 57 35 57 28 60 23 65L19 61 16 64 13 59 24 52 36 48 26 47 22 51 "
            "19 47C10 47 5 41 7 35L10 31 14 33C20 32 24 30 28 26L30 17 36 22C40 20 44 20 48 21"
            "L58 18 57 26 67 29 64 36 74 42 69 48 78 56 72 61 79 69 73 73 74 79Z"
        ),
        engraving="M78 28 70 55M84 38 82 54M43 61 54 65M40 69 52 73" + disc(14, 39, 1),
        inlay="M28 34 40 29 37 37Z",
    )


def general(side: Side) -> str:
    """Carve a helmet with the crest of a commander."""
    return carve(
        side,
        Solid(
            "M12 54A38 47 0 0 1 88 54H73V50A23 25 0 0 0 27 50V54ZM27 79V50A23 25 0 0 1 73 50V79Z"
        ),
        engraving="M50 10V21M31 15 37 26M69 15 63 26M19 32 27 37M81 32 73 37",
        inlay="M32 50C40 49 46 52 47 58L50 61 53 58C54 52 60 49 68 50 68 58 63 63 56 64L55 76"
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

# Three courses of stones: their faces, and the light on their upper and left edges. Around it, the
# mark of the last move can be seen.
WALL = (
    '<rect x="11" y="11.5" width="87" height="87" rx="6" fill="{shadow}" fill-opacity=".3"/>'
    '<rect x="5" y="5" width="89" height="89" rx="6" fill="{stone_dark}"/>'
    '<path d="M8 8h37v26h-37ZM48 8h43v26h-43ZM8 37h20v25h-20ZM31 37h38v25h-38ZM72 37h19v25h-19Z'
    'M8 65h42v26h-42ZM53 65h38v26h-38Z" fill="{stone}" stroke="{stone}" stroke-width="2" '
    'stroke-linejoin="round"/>'
    '<path d="M10 31V10H42M50 31V10H88M10 59V39H25M33 59V39H66M74 59V39H88M10 88V67H47M55 88V67'
    'H88" fill="none" stroke="{stone_light}" stroke-width="3.5" stroke-linecap="round" '
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
