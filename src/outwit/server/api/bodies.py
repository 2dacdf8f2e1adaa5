"""Bodies of requests: JSON, or a form as lichess clients send it."""

from __future__ import annotations

import json
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qsl

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outwit.errors import UsageError
from outwit.server.base.validation import what_is_wrong
from outwit.storage.timeclass import TIME_CLASSES

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
LONGEST = 16_384
# Prefix of the fields of a form that set options of the game, as in option.size=7.
OPTION = "option."
T = TypeVar("T", bound=BaseModel)


class Body(BaseModel):
    """The base of all bodies: unknown fields are refused, which finds misspelt ones."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Terms(Body):
    """The terms of a game: a clock for the game, a clock for each move, or none."""

    game: str = Field(max_length=40, description="The name of the game.")
    options: dict[str, str] = Field(
        {}, max_length=20, description="Options of the game by name, as texts."
    )
    position: str | None = Field(
        None, max_length=4_000, description="The start position, as the game writes positions."
    )
    color: str = Field(
        "random",
        max_length=40,
        description="Your side: first, second, random, or the game's name of it.",
    )
    rated: bool = False
    limit: float | None = Field(None, alias="clock.limit", gt=0, le=1_000_000)
    increment: float | None = Field(None, alias="clock.increment", ge=0, le=1_000_000)
    move: float | None = Field(
        None, alias="clock.move", gt=0, le=1_000_000, description="Seconds for each move."
    )
    days: int | None = Field(None, ge=1, le=14, description="Days for each move: 1, 2, 3, 7 or 14.")


class Declined(Body):
    """The reason for declining a challenge."""

    reason: str = Field("", max_length=200, description="A clause, such as: it is busy.")


class Played(Body):
    """The games that a bot plays; a field that is left out restricts nothing."""

    games: str = Field("", max_length=1_000, description="Names of games, separated by commas.")
    speeds: str = Field(
        "", max_length=200, description=f"Separated by commas: {', '.join(TIME_CLASSES)}."
    )
    rated: bool | None = Field(None, description="true: only rated games; false: only unrated.")
    variants: bool = Field(True, description="Whether other options and positions are accepted.")
    opponents: Literal["", "people", "bots"] = Field(
        "", description="people: only people; bots: only bots."
    )


class Said(Body):
    """A chat message."""

    text: str = Field(min_length=1, max_length=300)
    room: Literal["player"] = "player"


def described(model: type[Body], required: bool = True) -> dict[str, Any]:
    """Describe a body, as JSON and as a form, for the schema."""
    schema = model.model_json_schema(by_alias=True)
    form = {**schema, "properties": {}}
    for name, field in schema["properties"].items():
        if name != "options":
            # A form has no null: a missing value is an absent field.
            kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
            plain = {key: value for key, value in field.items() if key not in ("anyOf", "default")}
            form["properties"][name] = {**plain, **kinds[0]} if kinds else field
    if "options" in schema["properties"]:
        form["patternProperties"] = {rf"^{OPTION[:-1]}\.": {"type": "string"}}
    content = {JSON: {"schema": schema}, FORM: {"schema": form}}
    return {"requestBody": {"content": content, "required": required}}


async def read_body(request: Request, model: type[T]) -> T:
    """Return the body of a request; raise UsageError, naming the field, if it is invalid."""
    data = await read_bytes(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_json = kind == JSON
    try:
        if is_json:
            # Constants outside JSON, such as NaN, become texts, which the fields refuse.
            given = json.loads(data, parse_constant=lambda word: word)
        elif kind == FORM:
            given = read_form(data.decode())
        else:
            raise UsageError(f"the body is {JSON} or {FORM}")
    except (ValueError, RecursionError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError("the body cannot be read") from None
    try:
        return model.model_validate(given, strict=is_json)
    except ValidationError as error:
        raise UsageError(what_is_wrong(error.errors())) from None


async def read_bytes(request: Request) -> bytes:
    """Return a body; raise UsageError if it is too long."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST:
            raise UsageError(f"a body has at most {LONGEST} bytes")
    return data


def read_form(text: str) -> dict[str, Any]:
    """Return the fields of a form; raise ValueError if one comes twice.

    >>> read_form("game=push&option.rows=5&clock.limit=60")
    {'game': 'push', 'options': {'rows': '5'}, 'clock.limit': '60'}
    """
    fields: dict[str, Any] = {}
    options: dict[str, str] = {}
    for name, value in parse_qsl(text, keep_blank_values=True, max_num_fields=100):
        if name.startswith(OPTION):
            fields["options"] = options
            options[name.removeprefix(OPTION)] = value
        elif name in fields:
            raise ValueError(name)
        else:
            fields[name] = value
    return fields
