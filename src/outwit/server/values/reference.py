"""The API's schema in the form of its page."""

from __future__ import annotations

from typing import Any

from outwit.core.value import Value

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
Schema = dict[str, Any]


class Field(Value):
    """A parameter, or a field of a body or an object."""

    name: str
    kind: str
    about: str
    needed: bool


class Operation(Value):
    """An operation: ``answer`` describes the answer, ``refusals`` the error statuses."""

    id: str
    method: str
    path: str
    about: str
    needs_token: bool
    takes: tuple[Field, ...]
    answer: str
    refusals: tuple[str, ...]


class Kind(Value):
    """An object that the API sends or takes."""

    name: str
    about: str
    takes: tuple[Field, ...]


def operations(schema: Schema) -> dict[str, list[Operation]]:
    """Return the operations by subject, in the order of the schema."""
    found: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            made = _operation(path, method, about, schema["components"]["schemas"])
            found.setdefault(about["tags"][0], []).append(made)
    return found


def kinds(schema: Schema) -> list[Kind]:
    """Return the objects that the API sends or takes, by name."""
    return [
        Kind(name, _text(about), _fields(about))
        for name, about in sorted(schema["components"]["schemas"].items())
        if "properties" in about
    ]


def _operation(path: str, method: str, about: Schema, named: Schema) -> Operation:
    fields = [
        Field(
            each["name"],
            kind_of(each["schema"]),
            each.get("description", ""),
            each.get("required", False),
        )
        for each in about.get("parameters", ())
    ]
    body = about.get("requestBody", {}).get("content", {}).get(JSON)
    if body is not None:
        name = kind_of(body["schema"]) if "$ref" in body["schema"] else ""
        fields += _fields(named[name] if name else body["schema"])
    content = about["responses"]["200"].get("content", {})
    answers = [f"{kind_of(each['schema'])} ({media})" for media, each in content.items()]
    refusals = tuple(status for status in about["responses"] if status != "200")
    return Operation(
        about["operationId"],
        method.upper(),
        f"/api{path}",
        _text(about),
        "security" in about,
        tuple(fields),
        " or ".join(answers),
        refusals,
    )


def _fields(schema: Schema) -> tuple[Field, ...]:
    needed = schema.get("required", ())
    return tuple(
        Field(name, kind_of(about), _text(about), name in needed)
        for name, about in schema["properties"].items()
    )


def _text(about: Schema) -> str:
    """Return a description as plain text on one line."""
    return " ".join(about.get("description", "").replace("`", "").split())


def kind_of(schema: Schema) -> str:
    """Describe the values of a schema.

    >>> kind_of({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'list of string, or null'
    >>> kind_of({"enum": ["json", "text"]})
    'json | text'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return ", or ".join(kind_of(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"]).lower() if schema["const"] is True else str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema['items'])}"
    if "additionalProperties" in schema and isinstance(schema["additionalProperties"], dict):
        return f"{kind_of(schema['additionalProperties'])} by name"
    return str(schema.get("type", "anything"))
