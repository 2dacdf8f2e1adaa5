"""The API keeps its OpenAPI schema, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from outwit.server.api.routes import create_api
from outwit.server.edge.limits import PREFIX
from tests.mode import many
from tests.server.api.live import LivePortal

# It takes a second to load: only the process that runs these tests does it.
if TYPE_CHECKING:
    from schemathesis import Case

pytestmark = pytest.mark.compiled_only

# Nobody asks so quickly.
UNLIMITED = {
    f"{PREFIX}{name}{burst}": "100000"
    for name in ("REQUESTS", "REQUESTS_ADDRESS", "POSTS", "POSTS_ADDRESS", "GAMES", "GAMES_ADDRESS")
    for burst in ("", "_BURST")
}


TOO_LONG = 414


def operations() -> Iterator[tuple[str, str, str]]:
    """Name every operation, to be tried with good data and, where it takes any, with bad data."""
    for path, methods in create_api().openapi()["paths"].items():
        for method, operation in methods.items():
            yield path, method, "positive"
            if operation.keys() & {"parameters", "requestBody", "security"}:
                yield path, method, "negative"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, LivePortal]]:
    import schemathesis

    portal = LivePortal(tmp_path_factory.mktemp("api"), **UNLIMITED)
    yield schemathesis.openapi.from_url(f"{portal.url}/api/openapi.json"), portal
    portal.kill()


@pytest.mark.parametrize(("path", "method", "mode"), list(operations()))
def test_every_answer_is_as_declared(
    live: tuple[Any, LivePortal], path: str, method: str, mode: str
) -> None:
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    schema, portal = live
    is_stream = "stream" in path
    # Whether good terms or a good move are possible depends on the game, which no schema says.
    excluded: list[Any] = [checks.positive_data_acceptance]
    if is_stream:
        # A stream is told to end, whatever else is sent.
        excluded.append(checks.negative_data_rejection)
    headers = {"Authorization": f"Bearer {portal.token(f'Bot-{token_hex(8)}')}"}

    @given(case=schema[path][method.upper()].as_strategy(generation_mode=GenerationMode(mode)))
    @settings(max_examples=many(4), suppress_health_check=list(HealthCheck))
    def check(case: Case[Any]) -> None:
        if is_stream:
            case.query = {**(case.query or {}), "follow": "false"}
        response = case.call(headers=headers)
        # An address that is too long is refused, too; the check knows no 414.
        known = [checks.negative_data_rejection] if response.status_code == TOO_LONG else []
        case.validate_response(
            response,
            headers=headers,
            excluded_checks=[*excluded, *known],
            transport_kwargs={"headers": headers},
        )

    check()
