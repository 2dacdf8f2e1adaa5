"""What is wrong with the fields of a request, in sentences of ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outwit.core.printable import printable

# Characters of a field's name that are told.
LONGEST_FIELD = 60
# Where a field is; whoever sent it knows.
PLACES = ("query", "path", "body", "header")
WHOLE = "the request"
# By what the framework calls a mistake; those in braces are the field, and what it allows.
SENTENCES = {
    "missing": "{field} is missing",
    "extra_forbidden": "there is no field {field}",
    "json_invalid": "{field} is not JSON",
    "union_tag_not_found": "type is missing",
    "union_tag_invalid": "type is one of {expected_tags}",
    "literal_error": "{field} is {expected}",
    "string_type": "{field} is not a text",
    "string_too_long": "{field} has at most {max_length} characters",
    "string_too_short": "{field} is too short",
    "too_long": "{field} has at most {max_length} entries",
    "int_type": "{field} is not a whole number",
    "int_parsing": "{field} is not a whole number",
    "int_from_float": "{field} is not a whole number",
    "float_type": "{field} is not a number",
    "float_parsing": "{field} is not a number",
    "finite_number": "{field} is not a number",
    "bool_type": "{field} is not true or false",
    "bool_parsing": "{field} is not true or false",
    "dict_type": "{field} is not an object",
    "model_type": "{field} is not an object",
    "model_attributes_type": "{field} is not an object",
    "greater_than": "{field} is not above {gt:g}",
    "greater_than_equal": "{field} is not {ge:g} or more",
    "less_than": "{field} is not below {lt:g}",
    "less_than_equal": "{field} is not {le:g} or less",
}
OTHERWISE = "{field} is not as it should be"


def what_is_wrong(found: Sequence[Any]) -> str:
    """Say in one line which field is wrong and why, never what was given: it may be a password.

    >>> what_is_wrong([{"type": "missing", "loc": ("body", "game")}])
    'game is missing'
    """
    first: Mapping[str, Any] = found[0]
    places = [str(part) for part in first["loc"]]
    while places and places[0] in PLACES:
        places.pop(0)
    kind = first["type"]
    named = printable(".".join(places), LONGEST_FIELD)
    field = WHOLE if kind == "json_invalid" else named or WHOLE
    sentence = SENTENCES.get(kind, OTHERWISE)
    return sentence.format_map({**first.get("ctx", {}), "field": field})
