"""The API keeps its OpenAPI schema, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from outwit.server.api.routes import create_api
from outwit.server.app import create_app
from outwit.server.portal import portal_of
from outwit.server.settings import Settings
from tests.server.api.conftest import make_bot

pytestmark = pytest.mark.compiled_only

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
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("api") / "portal.db"
    app = create_app(Settings(f"sqlite:///{path}"))
    with TestClient(app):
        yield schemathesis.openapi.from_asgi("/api/openapi.json", app)


@pytest.mark.parametrize(("path", "method", "mode"), list(operations()))
def test_every_answer_is_as_declared(
    schema: Any, path: str, method: str, mode: GenerationMode
) -> None:
    portal = portal_of(schema.app)
    headers = make_bot(portal, portal.accounts.guest().id, f"Bot-{portal.accounts.guest().id}")

    @given(case=schema[path][method.upper()].as_strategy(generation_mode=mode))
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    def check(case: Case[Any]) -> None:
        is_stream = "stream" in path
        if is_stream:
            case.query = {**(case.query or {}), "follow": "false"}
        case.call_and_validate(headers=headers, excluded_checks=STREAM if is_stream else EXCEPT)

    check()
