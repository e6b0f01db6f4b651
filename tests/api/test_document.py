"""The OpenAPI document says what the API does, and the pages say what the document says."""

from __future__ import annotations

import json
import re
import tomllib
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from riftcheck.api.app import create_app
from riftcheck.api.errors import KINDS
from riftcheck.api.settings import SETTINGS, Settings
from riftcheck.carddb.model import DOMAINS
from riftcheck.engine.display import view
from riftcheck.engine.display.names import PHASES
from riftcheck.goldfish.opponents import scripted
from riftcheck.goldfish.plan import run
from riftcheck.goldfish.policies import mulligan
from riftcheck.goldfish.stats import exact
from riftcheck.goldfish.studies import comparison
from riftcheck.validator.codes import CODES
from tests.api.documented import closed
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

DOCS = ROOT / "docs" / "api.md"


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    found: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
    return found


@pytest.fixture(scope="module")
def api_schema(db: CardDatabase) -> Any:
    return schemathesis.openapi.from_wsgi("/openapi.json", create_app(db, Settings(log_level="error")))


# The requests of each operation: few where every landing sends them, more where `make fuzz` looks for faults.
EXAMPLES = 200 if settings().max_examples > 1_000 else 12
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_answers_are_as_documented(api_schema: Any, document: dict[str, Any]) -> None:
    attacked = set()
    for found in api_schema.get_all_operations():
        operation = found.ok()

        @given(operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def attack(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

        attack()
        attacked.add((operation.method.upper(), operation.path))
    # It leaves out the address that it read the document from.
    assert attacked == operations(document).keys() - {("GET", "/openapi.json")}


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document, cls=OpenAPIV31SpecValidator)


def test_the_document_is_the_same_under_v1(client: FlaskClient) -> None:
    assert client.get("/v1/openapi.json").data == client.get("/openapi.json").data


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in {"get", "post", "delete"}
    }


def test_the_document_has_every_route_of_the_api_and_no_other(app: Flask, document: dict[str, Any]) -> None:
    served = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST", "DELETE"}
        if rule.endpoint != "static" and not rule.endpoint.startswith("page.")
    }
    assert operations(document).keys() == served
    assert document["openapi"] == "3.1.0"


def test_every_operation_says_what_it_takes_and_answers(document: dict[str, Any]) -> None:
    for (method, path), operation in operations(document).items():
        assert operation["summary"], path
        assert operation["operationId"]
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                refusal = document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
                assert refusal["content"].keys() == {"application/problem+json"}
                assert refusal["content"]["application/problem+json"]["schema"] == {
                    "$ref": "#/components/schemas/Problem"
                }
            elif status not in {"204", "304"}:
                assert answer["content"], (path, status)
        if method == "POST":
            assert operation["requestBody"]["content"]["application/json"]["example"]
            assert {"400", "413", "415", "422"} <= operation["responses"].keys()


def test_every_example_is_answered_as_documented(client: FlaskClient, document: dict[str, Any]) -> None:
    for (method, path), operation in operations(document).items():
        if method != "POST":
            continue
        body = operation["requestBody"]["content"]["application/json"]
        check = Draft202012Validator({**body["schema"], "components": document["components"]})
        check.validate(body["example"])
        if "{" in path:  # of a thing that must be there first: see the tests of games
            continue
        response = client.post(path, json=body["example"])
        status = next(status for status in ("200", "202") if status in operation["responses"])
        assert response.status_code == int(status), response.text
        answer = operation["responses"][status]["content"]["application/json"]["schema"]
        Draft202012Validator({**answer, "components": document["components"]}).validate(response.get_json())


# Objects that may have other fields than those that are told: this document, whose fields are the specification's.
FREE = {"OpenApiDocument", "OpenApiDocument/info", "OpenApiDocument/paths"}


def loose(name: str, schema: Any) -> Iterator[str]:
    """Yield the name of each place of a schema that may hold what the document does not tell."""
    if not schema.keys() - {"description"}:
        yield name
    if "object" in schema.get("type", ()) and schema.get("additionalProperties", {}) in ({}, True):
        yield name
    for inner in (schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())):
        if isinstance(inner, dict):
            yield from loose(name, inner)
    for field, inner in schema.get("properties", {}).items():
        yield from loose(f"{name}/{field}", inner)


def test_nothing_is_left_open_without_a_reason(document: dict[str, Any]) -> None:
    schemas = dict(closed(document)["components"]["schemas"])
    for (method, path), operation in operations(document).items():
        for status, answer in operation["responses"].items():
            for content in answer.get("content", {}).values():
                schemas[f"{method} {path} {status}"] = content["schema"]
    found = {name for of, schema in schemas.items() for name in loose(of, schema)}
    ignored = {f"{entry}/{field}" for entry in ("NamedEntry", "PrintedEntry") for field in ("full_name", "unknown")}
    assert found == FREE | ignored


def test_responses_may_have_new_fields_and_requests_may_not(document: dict[str, Any]) -> None:
    for (method, path), operation in operations(document).items():
        if method == "POST":
            body = operation["requestBody"]["content"]["application/json"]
            check = Draft202012Validator({**body["schema"], "components": document["components"]})
            assert check.is_valid(body["example"]), path
            assert not check.is_valid({**body["example"], "new": 1}), path
    answer = document["paths"]["/v1/decks/validate"]["post"]["responses"]["200"]["content"]["application/json"]
    report = answer["example"]
    later = {**report, "new": 1, "issues": [{**issue, "new": {"more": 1}} for issue in report["issues"]]}
    assert later["issues"]
    for components, is_taken in ((document["components"], True), (closed(document)["components"], False)):
        assert Draft202012Validator({**answer["schema"], "components": components}).is_valid(later) is is_taken


def test_every_object_of_a_response_allows_additional_properties(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    closed_forms = {name for name, schema in schemas.items() if '"additionalProperties": false' in json.dumps(schema)}
    assert closed_forms >= {"ValidateBody", "DeckSections", "NamedEntry", "OpponentScript", "GoldfishSweep"}
    answers = [one["responses"] for one in operations(document).values()]
    answered = names_in([answers, document["components"]["responses"]], schemas)
    assert answered >= {"Report", "Issue", "Card", "Problem", "JobAnswer", "Figure", "RunOpponentScript", "GameView"}
    assert closed_forms & answered == set()


def names_in(part: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of the schemas that a part of the document refers to, directly or through others."""
    found: set[str] = set()
    new = {*re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part))}
    while new:
        found |= new
        new = {*re.findall(r'"#/components/schemas/(\w+)"', json.dumps([schemas[name] for name in new]))} - found
    return found


def defaults_in(part: Any) -> Iterator[Any]:
    """Yield the defaults of the schemas in a part of the document."""
    if isinstance(part, list):
        for one in part:
            yield from defaults_in(one)
    elif isinstance(part, dict):
        yield from [part["default"]] if "default" in part else []
        for name, one in part.items():
            yield from () if name in {"example", "examples"} else defaults_in(one)


def test_descriptions_have_the_defaults_because_generators_make_fields_with_one_required(
    document: dict[str, Any],
) -> None:
    assert list(defaults_in([document["components"]["schemas"], document["paths"]])) == []
    schemas = document["components"]["schemas"]
    for name, field, value in (
        ("ValidateBody", "format", "constructed"),
        ("TeamBody", "format", "constructed-2v2"),
        ("ValidateBody", "level", "high"),
        ("ValidateBody", "lines", "false"),
        ("GoldfishList", "games", "1000"),
        ("NamedEntry", "count", "1"),
        ("ScriptedRemoval", "act", "kill"),
    ):
        assert schemas[name]["properties"][field]["description"].endswith(f". Default: `{value}`."), (name, field)
        assert field not in schemas[name]["required"]
    limit = document["paths"]["/v1/cards"]["get"]["parameters"][0]
    assert limit["name"] == "limit"
    assert limit["description"].endswith(". Default: `50`.")


def test_the_document_names_its_licence_and_contact(document: dict[str, Any]) -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        licence = tomllib.load(file)["project"]["license"]
    assert document["info"]["license"]["identifier"] == licence == "Apache-2.0"
    assert document["info"]["contact"] == {"name": "The maintainers of riftcheck"}


def test_every_component_is_used(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    for kind in ("schemas", "headers", "responses"):
        unused = [name for name in document["components"][kind] if f'"#/components/{kind}/{name}"' not in text]
        assert unused == []


# A name that has been given stays: clients are generated from it. A new route adds one, nothing takes one away.
OPERATIONS = """
    delete_goldfish_job_id get_bulk get_cards get_cards_autocomplete get_cards_card_id get_cards_named get_data get_docs
    get_formats get_formats_format_id get_games_game_id get_games_game_id_log get_games_game_id_options
    get_goldfish_job_id get_goldfish_job_id_games_number get_healthz get_issue_codes get_metrics get_openapi_json
    get_openapi_json_v1 get_products get_products_product_id get_readyz get_sets post_cards_collection post_decks_diff
    post_decks_export post_decks_hand
    post_decks_parse post_decks_pool post_decks_stats post_decks_timeline post_decks_validate post_decks_validate_batch
    post_games post_games_game_id_answers post_games_game_id_fork post_goldfish post_teams_validate
"""


def test_the_names_of_operations_stay(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for operation in operations(document).values()]
    assert len(names) == len(set(names))
    assert set(OPERATIONS.split()) <= set(names)


def words(document: dict[str, Any], name: str) -> list[str]:
    found: list[str] = document["components"]["schemas"][name]["enum"]
    return found


def test_the_words_of_the_document_are_those_of_the_engine(document: dict[str, Any]) -> None:
    assert set(words(document, "DecisionKind")) == set(view.KINDS.values())
    assert set(words(document, "OptionKind")) == set(view.OPTIONS.values())
    assert words(document, "ObjectType") == [name for _, name in view.TYPES]
    assert words(document, "Phase") == list(PHASES)
    assert words(document, "Role") == [name for name in view.ROLES.values() if name]
    assert words(document, "MulliganRole") == list(mulligan.ROLES)
    assert words(document, "Measure") == list(comparison.NAMES)
    assert words(document, "ExactReason") == list(exact.WHY)
    schemas = document["components"]["schemas"]
    assert tuple(schemas["RunePool"]["properties"]) == view.POOL_USES
    assert schemas["RunOpponent"]["properties"]["kind"]["enum"] == list(run.OPPONENTS)
    assert schemas["ScriptedUnit"]["properties"]["at"]["enum"] == list(scripted.PLACES)
    assert schemas["ScriptedRemoval"]["properties"]["act"]["enum"] == list(scripted.ACTS)
    assert set(schemas["OpponentScript"]["properties"]) == set(scripted.KEYS)


def test_no_branch_is_only_a_list_of_required_fields(document: dict[str, Any]) -> None:
    def branches(schema: Any) -> Iterator[Any]:
        if isinstance(schema, dict):
            for key in ("anyOf", "oneOf", "allOf"):
                yield from schema.get(key, ())
            for key, inner in schema.items():
                yield from () if key in {"if", "examples", "example"} else branches(inner)
        elif isinstance(schema, list):
            for inner in schema:
                yield from branches(inner)

    found = list(branches(document))
    assert found
    assert [branch for branch in found if not branch.keys() & {"$ref", "type"}] == []


def test_statistics_and_hands_are_answered_as_documented(client: FlaskClient, document: dict[str, Any]) -> None:
    runes = [{"name": f"{domain} Rune", "count": 20} for domain in DOMAINS]
    many = {"legend": "Loose Cannon", "champion": NAME, "main": [NAME, "Nobody", "Loose Cannon"], "runes": runes}
    unknown = {"main": ["Nobody"], "champion": "Nobody", "runes": [NAME]}
    decks: tuple[dict[str, Any], ...] = ({"main": []}, many, unknown)
    for deck in decks:
        for form, route in (("casual-ffa4", "stats"), ("constructed", "stats"), ("constructed", "hand")):
            answered_as_documented(client, document, f"/v1/decks/{route}", {"deck": deck, "format": form})


def answered_as_documented(client: FlaskClient, document: dict[str, Any], path: str, body: dict[str, Any]) -> None:
    answer = document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    response = client.post(path, json=body)
    assert response.status_code == 200, response.text
    Draft202012Validator({**answer, "components": document["components"]}).validate(response.get_json())


NAME = "Cleave"
TAKEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("parse", {"text": "3 Cleave"}),
    ("parse", {"text": "3 Cleave", "champion": NAME, "choices": {"a": [NAME]}}),
    ("validate", {"deck": {"champion": None}}),
    ("validate", {"deck": {"champion": NAME, "champion_id": "OGN-004", "main": ["x" * 200]}}),
    ("validate", {"deck": {"main": [], "champion": None, "champion_id": None}}),
    ("validate", {"deck": {"legend": NAME, "main": [{"name": "?", "id": "XXX-001", "unknown": True}]}}),
    ("validate", {"deck": {"legend": [{"id": "OGN-004", "count": 200}], "champion_apart": True}}),
)
REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("parse", {}),
    ("parse", {"champion": NAME}),
    ("parse", {"text": "3 Cleave", "code": "CEAA"}),
    ("parse", {"text": ""}),
    ("parse", {"code": "A" * 4001}),
    ("parse", {"text": "3 Cleave", "champion": ""}),
    ("parse", {"text": "3 Cleave", "champion": "x" * 201}),
    ("parse", {"text": "3 Cleave", "champion": None}),
    ("parse", {"text": "3 Cleave", "choices": None}),
    ("parse", {"text": None}),
    ("validate", {"deck": {}}),
    ("validate", {"deck": {"choices": {}}}),
    ("validate", {"deck": {"legend": None}}),
    ("validate", {"deck": {"main": None, "champion": NAME}}),
    ("validate", {"deck": {"main": ["x" * 201]}}),
    ("validate", {"deck": {"main": [""]}}),
    ("validate", {"deck": {"main": ["  "]}}),
    ("validate", {"deck": {"main": [{"name": None}]}}),
    ("validate", {"deck": {"main": [{"name": NAME, "id": None}]}}),
    ("validate", {"deck": {"main": [{"name": "x" * 201}]}}),
    ("validate", {"deck": {"main": [{"count": 1}]}}),
    ("validate", {"deck": {"main": [NAME] * 301}}),
    ("validate", {"deck": {"main": [NAME], "champion_id": "OGN-004"}}),
    ("validate", {"deck": {"champion": "x" * 201}}),
    ("validate", {"deck": {"champion": NAME, "choices": None}}),
    ("validate", {"deck": {"champion": NAME, "choices": {"a": ["x" * 201]}}}),
    ("validate", {"deck": {"champion": NAME, "choices": {"a": [NAME] * 21}}}),
    ("validate", {"deck": {"champion": NAME, "choices": {str(number): [] for number in range(21)}}}),
    ("validate", {"deck": {"text": "3 Cleave", "champion": " "}}),
    ("validate", {"deck": {"main": [NAME]}, "rules": None}),
    ("collection", {"cards": [{}]}),
    ("collection", {"cards": [{"id": "OGN-004", "name": NAME}]}),
    ("collection", {"cards": [{"name": ""}]}),
    ("collection", {"cards": [{"name": "x" * 201}]}),
    ("collection", {"cards": [{"name": None}]}),
    ("hand", {"deck": {"main": [NAME]}, "seed": None}),
)


@pytest.mark.parametrize("number", range(len(TAKEN) + len(REFUSED)))
def test_the_document_refuses_what_the_server_refuses(
    client: FlaskClient, document: dict[str, Any], number: int
) -> None:
    route, body = (*TAKEN, *REFUSED)[number]
    taken = number < len(TAKEN)
    path = "/v1/cards/collection" if route == "collection" else f"/v1/decks/{route}"
    assert client.post(path, json=body).status_code == (200 if taken else 422)
    schema = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    check = Draft202012Validator({**schema, "components": document["components"]})
    assert check.is_valid(body) is taken


def test_card_data_is_answered_as_documented(client: FlaskClient, document: dict[str, Any]) -> None:
    for path in (
        "/v1/cards?limit=250",
        "/v1/sets",
        "/v1/formats",
        "/v1/issue-codes",
        "/v1/bulk",
        "/readyz",
        "/healthz",
    ):
        answer = document["paths"][path.partition("?")[0]]["get"]["responses"]["200"]["content"]["application/json"]
        Draft202012Validator({**answer["schema"], "components": document["components"]}).validate(
            client.get(path).get_json()
        )
    of_format = document["paths"]["/v1/formats/{format_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    check = Draft202012Validator({**of_format["schema"], "components": document["components"]})
    for entry in client.get("/v1/formats").get_json()["data"]:
        for day in (entry["since"] or "2025-06-02", "2026-01-31", "2026-11-21"):
            check.validate(client.get(f"/v1/formats/{entry['id']}?date={day}").get_json())


def test_problems_are_as_documented(client: FlaskClient, document: dict[str, Any]) -> None:
    check = Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", "components": document["components"]},
    )
    check.validate(client.get("/nope").get_json())
    check.validate(client.post("/v1/decks/validate", json={"deck": {"x": 1}}).get_json())


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in {"href", "src", "action"}:
                self.targets.append(value or "")
            assert not name.startswith("on")
            assert name != "style"


def test_the_docs_page_has_every_operation_and_no_dead_link(client: FlaskClient, document: dict[str, Any]) -> None:
    response = client.get("/docs")
    assert response.content_type == "text/html; charset=utf-8"
    page = Links()
    page.feed(response.text)
    assert len(page.ids) == len(set(page.ids))
    assert {operation["operationId"] for operation in operations(document).values()} <= set(page.ids)
    assert {f"problem-{code}" for code in KINDS} | {f"issue-{code}" for code in CODES} <= set(page.ids)
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= set(page.ids)
    for target in page.targets:
        if target.startswith("#"):
            assert target[1:] in page.ids, target
        else:
            assert target.startswith("/"), target
            with client.get(target) as linked:
                assert linked.status_code == 200
    assert not {"script", "iframe", "style"} & set(page.tags)


def test_the_written_docs_and_the_code_say_the_same(document: dict[str, Any]) -> None:
    text = DOCS.read_text("utf-8")
    told = set(re.findall(r"^\| `(GET|POST|DELETE) (/[^`?]*)", text, re.MULTILINE))
    assert told == operations(document).keys() | {("GET", "/"), ("POST", "/")}
    assert set(re.findall(r"^\| `(RIFTCHECK_\w+)`", text, re.MULTILINE)) == {one.name for one in SETTINGS}
    section = text.partition("## Issue codes")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z-]+)`", section, re.MULTILINE)) == set(CODES)
    section = text.partition("## Problems")[2].partition("\n## ")[0]
    assert {(code, int(status)) for code, status in re.findall(r"^\| `([a-z-]+)` \| (\d+)", section, re.MULTILINE)} == {
        (code, kind.status) for code, kind in KINDS.items()
    }


def test_the_requests_in_the_written_docs_work(client: FlaskClient) -> None:
    blocks = re.findall(r"```json (POST) (/\S+)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for _, path, body in blocks:
        assert client.post(path, json=json.loads(body)).status_code == (202 if path == "/v1/goldfish" else 200)
