"""The one option of Jeson Mor that no other game has."""

from __future__ import annotations

from outwit.core.option import Number


class Size(Number):
    """An odd number."""

    def read(self, value: object) -> int | None:
        """Accept an odd number within the bounds."""
        number = super().read(value)
        if number is None or number % 2 == 0:
            raise self.refuse(value, "an odd number")
        return number
