"""Files that strangers wrote are refused with the reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from outwit.errors import BadFile
from outwit.files import parse_json, parse_toml


@pytest.mark.parametrize("parse", [parse_json, parse_toml])
@pytest.mark.parametrize("data", [b"\xff\xfe", b'name = "\xe9"', b"\x89PNG\r\n"])
def test_bytes_that_are_no_text_are_told_so(parse: Callable[[bytes], object], data: bytes) -> None:
    with pytest.raises(BadFile, match=r"^it is not text in UTF-8$"):
        parse(data)
