"""The objects that the API sends, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Color = Literal["first", "second"]
COLORS: tuple[Color, Color] = ("first", "second")
Moves = Annotated[str, Field(description="The moves played, with a space between two.")]
Text = Annotated[str, Field(description="A position as the game writes it.")]
Milliseconds = Annotated[int, Field(description="Milliseconds since 1 January 1970, UTC.")]


class Answer(BaseModel):
    """The base of all answers: only declared fields; ``game_id`` is sent as gameId."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Fault(Answer):
    """An error; ``code`` is stable, the sentence may change."""

    error: str
    code: str


class Ok(Answer):
    """The request succeeded."""

    ok: Literal[True] = True


class Player(Answer):
    """A player of a game; ``title`` is BOT for bots."""

    id: str
    username: str
    title: Literal["BOT"] | None


class Rating(Answer):
    """A Glicko-2 rating with its number of games."""

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
    """Seconds for the game with an increment, or seconds for each move, or no limit."""

    type: Literal["clock", "move", "unlimited"]
    limit: float | None
    increment: float | None
    show: str


class Setup(Answer):
    """The settings of a game; ``start`` is its start position."""

    id: str
    url: str
    game: str
    options: dict[str, str]
    start: Text
    rated: bool
    speed: str
    time_control: TimeControl


class Challenge(Setup):
    """A game with a free seat; ``color`` is the challenger's side."""

    status: Literal["created", "accepted", "declined", "canceled"]
    challenger: Player | None
    dest_user: Player | None = Field(description="The challenged player; null in an open seek.")
    color: Color
    decline_reason: str | None = Field(description="The reason for declining, if one was given.")


class Challenges(Answer):
    """The challenges to you and by you."""

    incoming: list[Challenge] = Field(alias="in")
    outgoing: list[Challenge] = Field(alias="out")


class Seeks(Answer):
    """The games with a free seat that any account may take."""

    seeks: list[Challenge]


class GameInfo(Setup):
    """A game of an account; ``color`` is its side, ``side`` the game's name for it."""

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
    """The state of a game.

    Times are in milliseconds, null without a clock. ``status`` is created, started, or the reason
    why the game ended. ``legal_moves`` is present when it is your turn.
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
    """A game with its players and its state; ``color`` is your side."""

    type: Literal["gameFull"] = "gameFull"
    created_at: Milliseconds
    first: Player | None
    second: Player | None
    color: Color
    state: GameState


class ChatLine(Answer):
    """A chat message of a player."""

    type: Literal["chatLine"] = "chatLine"
    room: Literal["player"] = "player"
    username: str
    text: str


class GameEvent(Answer):
    """A game of yours has started or ended."""

    type: Literal["gameStart", "gameFinish"]
    game: GameInfo


class ChallengeEvent(Answer):
    """A challenge was made, withdrawn or declined."""

    type: Literal["challenge", "challengeCanceled", "challengeDeclined"]
    challenge: Challenge


class Record(Setup):
    """The record of a game; ``clocks`` has the milliseconds left after each move."""

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
    """A tournament; ``rounds`` is the number of cycles of a round robin, or of Swiss rounds.

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
    """Coming, running and the last finished tournaments."""

    created: list[Tournament]
    started: list[Tournament]
    finished: list[Tournament]


class OpeningMove(Answer):
    """A move played in a position, with its games by result."""

    move: str
    first: int = Field(description="Games that the first side won.")
    draws: int
    second: int = Field(description="Games that the second side won.")
    average_rating: float | None = Field(description="Mean of the players of rated games.")


class SampleGame(Answer):
    """A game in which a position occurred."""

    id: str
    first: str
    second: str
    result: str


class OpeningPosition(Answer):
    """The moves played in a position, the most frequent first, and sample games."""

    position: Text
    moves: list[OpeningMove]
    games: list[SampleGame]


EventLine = GameEvent | ChallengeEvent
GameLine = GameFull | GameState | ChatLine
