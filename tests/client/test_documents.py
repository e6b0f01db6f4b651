"""The types of the client against the OpenAPI document of the server."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from riftcheck.client.documents import cards, lists, play

if TYPE_CHECKING:
    from tests.apps import Apps

# Where the server calls it otherwise.
NAMES: Final = {
    "DeckDocument": "DeckAnswer",
    "DecisionDocument": "Question",
    "EntryDocument": "EntryAnswer",
    "GameDocument": "GameAnswer",
    "GameOptions": "GameBody",
    "IssueCodeDocument": "IssueCodeEntry",
    "JobDocument": "JobAnswer",
    "JobGames": "Games",
    "JobOptions": "GoldfishBody",
    "JudgeOptions": "DeckBody",
    "OptionsDocument": "OptionsAnswer",
    "ReportOptions": "ValidateBody",
    "OverdueDocument": "OverdueData",
    "ProblemFault": "Fault",
    "ProvisionalDocument": "ProvisionalFact",
    "StatsDocument": "DeckStats",
    "TimelineOptions": "TimelineBody",
    "UnplayableDocument": "UnplayableCard",
}
# What the methods of the client have as arguments of their own.
ARGUMENTS: Final = frozenset({"deck", "decks", "compare", "sweep", "pool", "stop_when"})
TYPES: Final[dict[str, Any]] = {
    name: one
    for module in (cards, lists, play)
    for name, one in vars(module).items()
    if is_typeddict(one) and one.__module__ == module.__name__
}
BODIES: Final = ("GameOptions", "JobOptions", "JudgeOptions", "ReportOptions", "TimelineOptions")
ANSWERS: Final = sorted(TYPES.keys() - {*BODIES})
# Types of several schemas of the server, of which a value has the keys of one.
CHOICES: Final = {"PoolCardDocument": ("PoolCard", "MainPoolCard"), "WantedCardDocument": ("CardById", "CardByName")}


@pytest.fixture(scope="module")
def schemas(apps: Apps) -> dict[str, Any]:
    document = apps().test_client().get("/openapi.json").get_json()
    found: dict[str, Any] = document["components"]["schemas"]
    return found


def component(schemas: dict[str, Any], name: str) -> dict[str, Any]:
    names = CHOICES.get(name) or (NAMES.get(name, name.removesuffix("Document")),)
    assert schemas.keys() >= {*names}
    return {"anyOf": [{"$ref": f"#/components/schemas/{one}"} for one in names]}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_an_answer_is_said_to_hold_the_server_says_too(schemas: dict[str, Any], name: str) -> None:
    ours, branches = TYPES[name], parts(component(schemas, name), schemas)
    assert len(branches) == len(CHOICES.get(name, "1"))
    assert ours.__required_keys__ | ours.__optional_keys__ == {key for told in branches for key in told["properties"]}
    always = set.intersection(*[set(told.get("required", ())) for told in branches])
    assert ours.__required_keys__ == always
    for told in branches:
        assert_hints_fit(ours, told["properties"], schemas)


@pytest.mark.parametrize("name", BODIES)
def test_every_option_of_a_body_can_be_given(schemas: dict[str, Any], name: str) -> None:
    branches = [told["properties"] for told in parts(component(schemas, name), schemas)]
    assert (len(branches) > 1) == (name == "JobOptions")  # one list, two, or one to sweep
    for told in branches:
        assert TYPES[name].__optional_keys__ == told.keys() - ARGUMENTS
        assert_hints_fit(TYPES[name], told, schemas)


def test_every_type_has_been_looked_at(schemas: dict[str, Any]) -> None:
    assert len(ANSWERS) > 50
    assert all(component(schemas, name) for name in ANSWERS)


@pytest.mark.parametrize(
    ("hint", "schema", "good"),
    [
        (str, {"type": "string"}, True),
        (str | None, {"type": "string"}, False),
        (str, {"type": ["string", "null"]}, False),
        (int, {"type": "number"}, False),
        (list[str], {"type": "object"}, False),
        (list[str], {"type": "array", "items": {"type": "integer"}}, False),
        (Literal["a"], {"type": "string", "enum": ["a", "b"]}, False),
        (Literal["a", "b"], {"type": "string", "enum": ["b", "a"]}, True),
        (dict[str, Any] | None, {"anyOf": [{"$ref": "#/components/schemas/Thing"}, {"type": "null"}]}, True),
        (str, {"$ref": "#/components/schemas/Thing"}, False),
    ],
)
def test_a_wrong_type_is_seen(hint: Any, schema: dict[str, Any], good: bool) -> None:
    assert fits(hint, schema, {"Thing": {"type": "object"}}) is good


def assert_hints_fit(ours: Any, told: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Hold the types of all keys that a schema has against it."""
    for key, hint in get_type_hints(ours).items():
        assert key not in told or fits(hint, told[key], schemas), (key, hint, told[key])


def fits(hint: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Tell whether a type says what a schema says: kinds of values and entries, and the words where both have some."""
    if hint is Any:
        return True
    if kinds(hint) != told_kinds(schema, schemas):
        return False
    words, told = words_of(hint), told_words(schema, schemas)
    if words and told and words != told:
        return False
    entry = [get_args(one)[0] for one in alternatives(hint) if get_origin(one) is list]
    items = resolved(schema, schemas).get("items")
    return not (entry and items) or fits(entry[0], items, schemas)


def alternatives(hint: Any) -> tuple[Any, ...]:
    """Return the types of a union, and a single one as it is."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def kinds(hint: Any) -> set[str]:
    """Return the kinds of JSON values that a type holds."""
    named = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
    found = set()
    for one in alternatives(hint):
        origin = get_origin(one)
        if origin is Literal:
            found |= {named[type(word)] for word in get_args(one)}
        elif origin is list:
            found.add("array")
        else:
            found.add(named.get(one, "string" if getattr(one, "__name__", "") == "date" else "object"))
    return found


def words_of(hint: Any) -> set[Any]:
    """Return the words of the literals of a type."""
    return {word for one in alternatives(hint) if get_origin(one) is Literal for word in get_args(one)}


def resolved(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or the one that it refers to."""
    found: dict[str, Any] = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def parts(schema: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas that a schema is a choice of."""
    here = resolved(schema, schemas)
    chosen = here.get("anyOf") or here.get("oneOf")
    if chosen is None or "type" in here:
        return [here]
    return [part for one in chosen for part in parts(one, schemas)]


def told_kinds(schema: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Return the kinds of JSON values that a schema allows."""
    found: set[str] = set()
    for part in parts(schema, schemas):
        told = part.get("type", "string" if "const" in part or "enum" in part else "object")
        found |= {told} if isinstance(told, str) else set(told)
    return found


def told_words(schema: dict[str, Any], schemas: dict[str, Any]) -> set[Any]:
    """Return the words that a schema lists."""
    found: set[Any] = set()
    for part in parts(schema, schemas):
        found |= {*part.get("enum", ()), *([part["const"]] if "const" in part else ())}
    return found - {None}
