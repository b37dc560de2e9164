"""The API as it describes itself, asked with nonsense: it refuses, and never breaks."""

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.server import Server

pytestmark = pytest.mark.slow

EXAMPLES = int(os.environ.get("LUDOTHEQUE_EXAMPLES", "5"))  # of each operation; CONTRIBUTING.md has more
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_nonsense_is_refused(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 20
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        def ask(case: schemathesis.Case[Any]) -> None:
            response = case.call()
            case.validate_response(response, checks=CHECKS)
            if response.status_code >= 400:
                assert set(response.json()) == {"code", "message"}

        ask()
