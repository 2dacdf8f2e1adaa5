"""The languages of the portal, and which of them a visitor reads."""

from __future__ import annotations

from collections.abc import Iterable

from babel import Locale, negotiate_locale

# What the sources are written in, and what is shown where a text is not translated.
ENGLISH = "en"
# Each in its own name.
LANGUAGES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "zh": "中文",
}
# Those whose catalogs have every text: visitors can choose them.
OFFERED = (ENGLISH,)
# Who reads English dates in full, "18 November 2026", reads them so.
LOCALES = {name: Locale.parse("en_GB" if name == ENGLISH else name) for name in LANGUAGES}
# Most characters and choices that are read of a browser's wishes.
LONGEST, MOST = 200, 20


def chosen_language(cookie: str, wishes: str, offered: Iterable[str] = OFFERED) -> str:
    """Return the language of a visitor: the one chosen, else the first wish that is offered.

    ``wishes`` is a header ``Accept-Language``.

    >>> chosen_language("", "pt, de-CH;q=0.5, fr;q=0.9", LANGUAGES)
    'fr'
    >>> chosen_language("zh", "de", LANGUAGES), chosen_language("xx", "nonsense;;q=")
    ('zh', 'en')
    """
    known = list(offered)
    if cookie in known:
        return cookie
    return negotiate_locale(wished(wishes), known, sep="-") or ENGLISH


def wished(header: str) -> list[str]:
    """Return the languages of a header ``Accept-Language``, the most wanted first.

    >>> wished("de-CH, en;q=0.8, zh-Hans-CN;q=0.9, xx;q=0, broken;q=a")
    ['de-CH', 'de', 'zh-Hans-CN', 'zh', 'en']
    """
    found: list[tuple[float, str]] = []
    for choice in header[:LONGEST].split(",")[:MOST]:
        name, _, weight = choice.strip().partition(";q=")
        try:
            wanted = float(weight) if weight else 1.0
        except ValueError:
            continue
        if name and wanted > 0:
            found.append((-wanted, name))
    names = [name for _, name in sorted(found, key=lambda each: each[0])]
    return list(dict.fromkeys(part for name in names for part in (name, name.partition("-")[0])))
