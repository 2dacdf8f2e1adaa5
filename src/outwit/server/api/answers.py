"""What the API answers: every object, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Color = Literal["first", "second"]
COLORS: tuple[Color, Color] = ("first", "second")
Moves = Annotated[str, Field(description="The moves played, with a space between two.")]
Text = Annotated[str, Field(description="A position as the game writes it.")]
Milliseconds = Annotated[int, Field(description="Milliseconds since 1970 began, in UTC.")]


class Answer(BaseModel):
    """The base of all answers: no field beside those declared; ``game_id`` is sent as gameId."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Fault(Answer):
    """Why something was not done; ``code`` never changes, the sentence may."""

    error: str
    code: str


class Ok(Answer):
    """It is done."""

    ok: Literal[True] = True


class Player(Answer):
    """Somebody at the board; ``title`` is BOT for bots."""

    id: str
    username: str
    title: Literal["BOT"] | None


class Rating(Answer):
    """A Glicko-2 rating after some games."""

    rating: float
    rd: float
    games: int


class User(Player):
    """An account; ``perfs`` has its ratings by game, then by speed."""

    guest: bool
    owner: str | None = Field(description="Who has made this bot.")
    created_at: Milliseconds
    seen_at: Milliseconds
    online: bool
    perfs: dict[str, dict[str, Rating]]
    url: str


class TimeControl(Answer):
    """Seconds for a game and each move, or for each move, or no limit."""

    type: Literal["clock", "move", "unlimited"]
    limit: float | None
    increment: float | None
    show: str


class Setup(Answer):
    """What a game is made of; ``start`` is the position it begins with."""

    id: str
    url: str
    game: str
    options: dict[str, str]
    start: Text
    rated: bool
    speed: str
    time_control: TimeControl


class Challenge(Setup):
    """A game that waits for somebody; ``color`` is the challenger's side."""

    status: Literal["created", "accepted", "declined", "canceled"]
    challenger: Player | None
    dest_user: Player | None = Field(description="Who is challenged; null in an open seek.")
    color: Color
    decline_reason: str | None = Field(description="Why it was declined, if that was said.")


class Challenges(Answer):
    """The challenges to you and by you."""

    incoming: list[Challenge] = Field(alias="in")
    outgoing: list[Challenge] = Field(alias="out")


class Seeks(Answer):
    """The games with a seat that anybody may take."""

    seeks: list[Challenge]


class GameInfo(Setup):
    """A game that an account plays; ``color`` is its side, which the game calls ``side``."""

    game_id: str
    color: Color
    side: str
    position: Text
    ply: int
    last_move: str | None
    is_my_turn: bool
    opponent: Player | None
    status: str
    winner: Color | None


class Playing(Answer):
    """The games that you are playing."""

    now_playing: list[GameInfo]


class GameState(Answer):
    """How a game stands.

    Times are milliseconds, null without a clock. ``status`` is created, started, or why the game
    ended. ``legal_moves`` are given while it is your turn.
    """

    type: Literal["gameState"] = "gameState"
    moves: Moves
    ply: int
    position: Text
    turn: Color
    legal_moves: list[str]
    first_time: int | None
    second_time: int | None
    first_increment: int | None
    second_increment: int | None
    status: str
    winner: Color | None
    sentence: str
    first_draw: bool
    second_draw: bool
    first_takeback: bool
    second_takeback: bool


class GameFull(Setup):
    """A game with its players and how it stands; ``color`` is your side."""

    type: Literal["gameFull"] = "gameFull"
    created_at: Milliseconds
    first: Player | None
    second: Player | None
    color: Color
    state: GameState


class ChatLine(Answer):
    """What a player said."""

    type: Literal["chatLine"] = "chatLine"
    room: Literal["player"] = "player"
    username: str
    text: str


class GameEvent(Answer):
    """A game of yours begins or has ended."""

    type: Literal["gameStart", "gameFinish"]
    game: GameInfo


class ChallengeEvent(Answer):
    """A challenge came, was withdrawn, or was declined."""

    type: Literal["challenge", "challengeCanceled", "challengeDeclined"]
    challenge: Challenge


class Record(Setup):
    """A game as it was played; ``clocks`` are the milliseconds left after each move."""

    created_at: Milliseconds
    ended_at: Milliseconds | None
    first: Player | None
    second: Player | None
    moves: Moves
    clocks: list[int | None]
    status: str
    winner: Color | None
    result: str
    sentence: str
    tournament: str | None


class Online(Answer):
    """The bots that are connected."""

    bots: list[User]


class Tournament(Answer):
    """A tournament; ``rounds`` is how often all meet all, or the rounds of a Swiss.

    An arena lasts ``minutes``.
    """

    id: str
    url: str
    name: str
    system: Literal["round-robin", "swiss", "arena"]
    game: str
    options: dict[str, str]
    rated: bool
    speed: str
    time_control: TimeControl
    rounds: int
    minutes: int
    nb_players: int
    starts_at: Milliseconds
    status: Literal["created", "started", "finished"]


class Tournaments(Answer):
    """What comes, what runs, and what was over last."""

    created: list[Tournament]
    started: list[Tournament]
    finished: list[Tournament]


EventLine = GameEvent | ChallengeEvent
GameLine = GameFull | GameState | ChatLine
