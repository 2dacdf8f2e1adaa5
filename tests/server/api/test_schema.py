"""The API keeps its OpenAPI schema, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from outwit.server.api.routes import create_api
from outwit.server.edge.limits import PREFIX
from tests.server.api.live import LivePortal

pytestmark = pytest.mark.compiled_only

# Nobody asks so quickly.
UNLIMITED = {
    f"{PREFIX}{name}{burst}": "100000"
    for name in ("REQUESTS", "REQUESTS_ADDRESS", "POSTS", "POSTS_ADDRESS", "GAMES", "GAMES_ADDRESS")
    for burst in ("", "_BURST")
}
# Whether good terms or a good move are possible depends on the game, which no schema says.
EXCEPT: list[Any] = [positive_data_acceptance]
# A stream is told to end, whatever else is sent.
STREAM: list[Any] = [positive_data_acceptance, negative_data_rejection]


def operations() -> Iterator[tuple[str, str, GenerationMode]]:
    """Name every operation, to be tried with good data and, where it takes any, with bad data."""
    for path, methods in create_api().openapi()["paths"].items():
        for method, operation in methods.items():
            yield path, method, GenerationMode.POSITIVE
            if operation.keys() & {"parameters", "requestBody", "security"}:
                yield path, method, GenerationMode.NEGATIVE


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, LivePortal]]:
    portal = LivePortal(tmp_path_factory.mktemp("api"), **UNLIMITED)
    yield schemathesis.openapi.from_url(f"{portal.url}/api/openapi.json"), portal
    portal.kill()


@pytest.mark.parametrize(("path", "method", "mode"), list(operations()))
def test_every_answer_is_as_declared(
    live: tuple[Any, LivePortal], path: str, method: str, mode: GenerationMode
) -> None:
    schema, portal = live
    headers = {"Authorization": f"Bearer {portal.token(f'Bot-{token_hex(8)}')}"}

    @given(case=schema[path][method.upper()].as_strategy(generation_mode=mode))
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    def check(case: Case[Any]) -> None:
        is_stream = "stream" in path
        if is_stream:
            case.query = {**(case.query or {}), "follow": "false"}
        case.call_and_validate(headers=headers, excluded_checks=STREAM if is_stream else EXCEPT)

    check()
