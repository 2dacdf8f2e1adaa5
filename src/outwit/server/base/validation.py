"""Error messages for invalid fields of a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outwit.core.printable import printable

# Most characters of a field's name in a message.
LONGEST_FIELD = 60
# Locations that the framework names before a field; messages leave them out.
PLACES = ("query", "path", "body", "header")
WHOLE = "the request"
# Messages by the framework's type of error; in braces, the field and its limits.
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
    """Return one line that names the wrong field and the reason.

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
