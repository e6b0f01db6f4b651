"""Goldfishing over HTTP: asked for, looked at, told, cancelled, refused; the same documents as the command line's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from riftcheck.api.app import create_app
from riftcheck.api.jobs.worker import Worker
from riftcheck.api.schemas import goldfish as schemas
from riftcheck.api.settings import Settings
from riftcheck.api.stores import job_store
from riftcheck.cli.main import app
from riftcheck.goldfish import policies
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan import run
from riftcheck.goldfish.policies.traits import VERSIONS, never_done
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies import request
from tests.api.jobs.job_makers import BLANK, OTHER, RUNE, UNIT
from tests.paths import ROOT
from tests.store.stores import job_store_at

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

LISTS = ROOT / "tests" / "fixtures" / "lists"
REAL = {"text": (LISTS / "list-072.txt").read_text("utf-8")}
DAY = "2026-01-28"
PLAIN = {"main": [{"name": UNIT, "count": 40}], "runes": [{"name": RUNE, "count": 12}], "battlefields": [BLANK]}
MIXED = PLAIN | {"main": [{"name": UNIT, "count": 38}, {"name": OTHER, "count": 2}]}
SHORT = {"games": 20, "seed": 3, "turns": 10, "allow_illegal": True}


class Server:
    """An application with jobs of its own, and a worker that plays them when it is told to."""

    def __init__(self, db: CardDatabase, path: Path, **settings: Any) -> None:
        self.settings = Settings(log_level="error", jobs=str(path), **settings)
        self.client: FlaskClient = create_app(db, self.settings).test_client()
        self.worker = Worker(
            job_store(self.settings),
            db,
            in_process_executor(db),
            goldfish_fingerprint(db.version),
            self.settings.jobs_seconds,
        )

    def close(self) -> None:
        """Let go of the database, of which a server only has so many connections."""
        service = self.client.application.extensions["riftcheck"].once("jobs", object)
        for store in (self.worker._store, service.store):
            store.database.close()

    def post(self, body: Any, address: str = "127.0.0.1") -> TestResponse:
        return self.client.post("/v1/goldfish", json=body, environ_overrides={"REMOTE_ADDR": address})

    def begin(self, body: Any, address: str = "127.0.0.1") -> str:
        response = self.post(body, address)
        assert response.status_code == 202, response.text
        where: str = response.headers["Location"]
        assert where == f"/v1/goldfish/{response.get_json()['id']}"
        return where

    def done(self, body: Any) -> Any:
        """Return what a request comes to."""
        where = self.begin(body)
        while self.worker.step():
            pass
        found = self.client.get(where).get_json()
        assert (found["state"], found["problem"]) == ("done", None)
        return found


@pytest.fixture
def server(db: CardDatabase, tmp_path: Path) -> Server:
    return Server(db, tmp_path / "jobs.sqlite3")


def cli_json(*words: str | Path) -> str:
    found = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == 0, found.output
    return found.stdout


def refused(response: TestResponse, status: int = 422) -> list[tuple[str, str]]:
    assert response.status_code == status, response.text
    assert response.content_type == "application/problem+json"
    return [(fault["path"], fault["message"]) for fault in response.get_json()["errors"]]


def test_what_the_schema_knows_is_what_goldfish_knows() -> None:
    assert schemas.FIRST == run.FIRST
    assert tuple(policies.POLICIES) == schemas.POLICIES
    assert schemas.GoldfishBody().fields["policy"].load_default == policies.DEFAULT
    # Mulligan policies are compared at the command line alone.
    assert tuple(kind for kind in request.KINDS if kind != "mulligans") == schemas.KINDS
    assert (schemas.USUAL_TURNS, schemas.MOST_TURNS) == (run.DEFAULT_TURNS, run.MAX_TURNS)


def test_a_job_from_being_asked_for_to_being_removed(server: Server) -> None:
    document = server.client.get("/openapi.json").get_json()
    check = Draft202012Validator({"$ref": "#/components/schemas/JobAnswer", "components": document["components"]})
    response = server.post({"deck": PLAIN, **SHORT})
    assert response.status_code == 202
    assert response.headers["Cache-Control"] == "no-store"
    assert int(response.headers["Retry-After"]) >= 1
    where = response.headers["Location"]
    found = response.get_json()
    check.validate(found)
    assert (found["state"], found["kind"], found["games"]) == ("queued", "goldfish", {"done": 0, "asked": 20})
    assert (found["seed"], found["lists"], found["result"], found["ended"]) == (3, 1, None, None)
    assert server.client.get(where).get_json() == found
    assert server.worker.step()
    response = server.client.get(where)
    assert "Retry-After" not in response.headers
    found = response.get_json()
    check.validate(found)
    assert (found["state"], found["games"]["done"]) == ("done", 20)
    assert found["result"]["games"] == 20
    assert found["created"] <= found["ended"] < found["expires"]
    assert server.client.delete(where).status_code == 204
    refused(server.client.get(where), 404)
    refused(server.client.delete(where), 404)


def test_the_document_is_that_of_the_command_line(server: Server) -> None:
    place = "Grove of the God-Willow"
    found = server.done({"deck": REAL, "date": DAY, "games": 30, "seed": 11, "battlefield": place})
    path = LISTS / "list-072.txt"
    options = ("--date", DAY, "--games", "30", "--seed", "11", "--jobs", "1", "--battlefield", place)
    assert to_text(found["result"]) == cli_json("goldfish", path, *options)
    found = server.done({"compare": [REAL, REAL], "date": DAY, "games": 10, "seed": 4, "opponent": {"deck": REAL}})
    options = ("--date", DAY, "--games", "10", "--seed", "4", "--jobs", "1", "--opponent", str(path))
    assert to_text(found["result"]) == cli_json("compare", path, path, *options)
    body = {"sweep": REAL, "pool": ["Pouty Poro"], "date": DAY, "games": 2, "seed": 4, "turns": 5}
    found = server.done(body)
    assert found["lists"] == len(found["result"]["changes"]) + 1
    assert found["result"]["filler"] == ""


@pytest.mark.parametrize("policy", ["planner", "greedy", "random"])
def test_a_second_list_is_played_as_from_the_command_line(policy: str, server: Server) -> None:
    body = {"deck": REAL, "policy": policy, "opponent": {"deck": REAL}, "date": DAY, "games": 1, "seed": 4, "turns": 2}
    options = ("--date", DAY, "--games", "1", "--seed", "4", "--turns", "2", "--jobs", "1", "--policy", policy)
    path = LISTS / "list-072.txt"
    shown = cli_json("goldfish", path, *options, "--opponent", str(path))
    assert to_text(server.done(body)["result"]) == shown
    assert json.loads(shown)["run"]["opponent"]["policy"] == {"greedy": "greedy"}.get(policy, "planner")


def test_a_field_is_that_of_the_command_line(server: Server, tmp_path: Path) -> None:
    names = ("jinx.txt", "other.txt")
    for name in names:
        (tmp_path / name).write_text(REAL["text"], "utf-8")
    (tmp_path / "field.yaml").write_text("jinx.txt: 3\nother.txt: 1\n", "utf-8")
    field = [{"name": name, "deck": REAL, "weight": weight} for name, weight in zip(names, (3, 1), strict=True)]
    body = {"deck": REAL, "date": DAY, "games": 8, "seed": 4, "turns": 4, "opponent": {"field": field}}
    where = server.begin(body)
    while server.worker.step():
        pass
    found = server.client.get(where).get_json()
    options = ("--date", DAY, "--games", "8", "--seed", "4", "--turns", "4", "--jobs", "1")
    shown = cli_json("goldfish", LISTS / "list-072.txt", *options, "--opponent", f"field:{tmp_path}")
    assert to_text(found["result"]) == shown
    assert [one["all"]["games"] for one in found["result"]["field"]] == [6, 2]
    told = [server.client.get(f"{where}/games/{number}").get_json()["met"] for number in range(8)]
    assert sorted(told) == ["jinx.txt"] * 6 + ["other.txt"] * 2


def test_a_sweep_tries_one_copy_more_and_less(server: Server) -> None:
    found = server.done({"sweep": MIXED, **SHORT})
    names = {one["name"] for one in found["result"]["changes"]}
    assert names == {f"+1 {OTHER}, -1 {UNIT}", f"+1 {UNIT}, -1 {OTHER}"} or len(names) == 1
    assert found["result"]["correction"] == "Holm"


def test_a_result_has_the_kind_of_its_job(server: Server) -> None:
    document = server.client.get("/openapi.json").get_json()
    components = {"components": document["components"]}
    of_kind = document["components"]["schemas"]["JobResult"]["discriminator"]
    assert of_kind["propertyName"] == "kind"
    bodies: dict[str, dict[str, Any]] = {
        "goldfish": {"deck": PLAIN},
        "compare": {"compare": [PLAIN, MIXED]},
        "sweep": {"sweep": MIXED},
    }
    results = {kind: server.done({**body, **SHORT, "games": 2})["result"] for kind, body in bodies.items()}
    assert of_kind["mapping"].keys() == results.keys()
    for kind, result in results.items():
        assert result["kind"] == kind
        for other, form in of_kind["mapping"].items():
            assert Draft202012Validator({"$ref": form, **components}).is_valid(result) is (other == kind)


def test_a_stored_result_without_a_kind_gets_that_of_its_job(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    found = server.done({"deck": PLAIN, **SHORT})
    store = server.client.application.extensions["riftcheck"].once("jobs", object).store
    record = store.get(found["id"])
    old = replace(record, result={name: part for name, part in record.result.items() if name != "kind"})
    monkeypatch.setattr(store, "get", lambda _: old)
    assert server.client.get(f"/v1/goldfish/{found['id']}").get_json() == found


def test_any_game_is_told(server: Server) -> None:
    where = server.begin({"compare": [PLAIN, MIXED], **SHORT})
    one = server.client.get(f"{where}/games/7").get_json()
    assert one["index"] == 7
    assert any(UNIT in line["text"] for line in one["log"])
    assert not any(OTHER in line["text"] for line in one["log"])
    told = [server.client.get(f"{where}/games/{number}?list=1").get_json()["log"] for number in range(20)]
    assert any(OTHER in line["text"] for log in told for line in log)
    assert server.client.get(f"{where}/games/7").get_json() == one
    refused(server.client.get(f"{where}/games/20"), 404)
    assert refused(server.client.get(f"{where}/games/7?list=2")) == [("list", "this job has the lists 0 to 1")]
    refused(server.client.get(f"{where}/games/x"), 404)
    refused(server.client.get("/v1/goldfish/nope/games/1"), 404)


def test_a_job_is_cancelled_once_and_for_all(server: Server) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    response = server.client.delete(where)
    assert (response.status_code, response.get_json()["state"]) == (200, "cancelled")
    assert not server.worker.step()
    found = server.client.get(where).get_json()
    assert (found["state"], found["result"]) == ("cancelled", None)
    assert server.client.delete(where).status_code == 204
    assert server.client.get(where).status_code == 404


def test_without_a_seed_one_is_chosen_and_told(server: Server) -> None:
    body = {"deck": PLAIN, **SHORT}
    del body["seed"]
    one, other = server.done(body), server.done(body)
    assert one["seed"] != other["seed"]
    again = server.done({**body, "seed": one["seed"]})
    assert again["result"] == one["result"]
    assert again["result"]["run"]["seed"] == one["seed"]


def test_every_option_decides_something(server: Server) -> None:
    script = {"units": [{"turn": 1, "might": 9, "at": "open"}]}
    bodies: list[dict[str, Any]] = [
        {"policy": "random"},
        {"policy": "lookahead", "options": {"budget": 5}, "games": 3},
        {"first": "play"},
        {"turns": 3},
        {"opponent": {"script": script}},
        {"opponent": "removal"},
        {"opponent": {"deck": MIXED, "policy": "random"}},
        {"opponent": {"deck": MIXED}},
        {"opponent": {"field": [{"deck": MIXED}, {"deck": PLAIN, "weight": 2}]}},
        {"mulligan": {"rules": [{"keep": False}]}},
        {"battlefield": "Altar to Unity"},
        {"opponent_battlefield": "Altar to Unity"},
        {"unsupported": "skip"},
    ]
    usual = server.done({"deck": PLAIN, **SHORT, "games": 12})["result"]
    found = [server.done({"deck": PLAIN, **SHORT, "games": 12, **body})["result"] for body in bodies]
    assert len({json.dumps(one["run"]) for one in (usual, *found)}) == len(found) + 1
    # The last four change nothing in the games of so plain a list.
    settings = dict.fromkeys(("run", "policy", "opponent_policy"))
    for body, one in list(zip(bodies, found, strict=True))[:-4]:
        assert {**one, **settings} != {**usual, **settings}, body


def test_a_result_tells_its_day_and_what_is_known_of_who_played(server: Server) -> None:
    asked = {**SHORT, "policy": "greedy", "opponent": {"deck": MIXED, "policy": "random"}}
    one = server.done({"deck": PLAIN, **asked, "date": "2026-11-02"})["result"]
    assert one["date"] == "2026-11-02"
    assert (one["policy"]["name"], one["policy"]["version"]) == ("greedy", VERSIONS["greedy"])
    assert one["policy"]["never"] == list(never_done("greedy"))
    assert one["opponent_policy"] == {"name": "random", "version": VERSIONS["random"], "never": []}
    sides = server.done({"compare": [PLAIN, MIXED], **asked, "date": "2026-11-02"})["result"]
    for side in ("a", "b"):
        told = {key: sides[side][key] for key in ("date", "policy", "opponent_policy")}
        assert told == {key: one[key] for key in told}


def test_an_illegal_list_is_refused_with_its_rules_unless_allowed(server: Server) -> None:
    body = {"deck": PLAIN, "games": 2}
    faults = refused(server.post(body))
    assert {path for path, _ in faults} == {"deck"}
    assert any("(copy-limit)" in message for _, message in faults)
    found = server.done({**body, "allow_illegal": True})["result"]
    assert "copy-limit" in found["flags"]["illegal"]
    assert found["all"]["score"]["won"]["flags"] == ["illegal"]
    second = {"deck": REAL, "opponent": {"deck": PLAIN}, "date": DAY, "games": 2}
    assert {path for path, _ in refused(server.post(second))} == {"opponent/deck"}
    field = {"deck": REAL, "opponent": {"field": [{"deck": REAL}, {"deck": PLAIN}]}, "date": DAY, "games": 2}
    assert {path for path, _ in refused(server.post(field))} == {"opponent/field/1/deck"}
    allowed = server.done({**field, "policy": "passive", "turns": 2, "allow_illegal": True})["result"]
    assert "opponent: copy-limit" in allowed["flags"]["illegal"]
    both = refused(server.post({"compare": [REAL, PLAIN], "date": DAY}))
    assert {path for path, _ in both} == {"compare/1"}


def test_a_card_that_cannot_be_executed_is_refused_unless_something_is_said_of_it(
    server: Server, db: CardDatabase
) -> None:
    first, second, third = [card for card in db.cards if card.unsupported and card.kind == "main"][:3]
    both = {"main": [UNIT] * 30 + [first.name, second.name]}
    body = {"deck": PLAIN | both, "opponent": {"deck": PLAIN | {"main": [UNIT] * 30 + [second.name, third.name]}}}
    (_, cure), *named = refused(server.post(body | SHORT))
    assert cure.startswith("3 cards cannot be executed and are named here with what is missing; with `skip`")
    cards = (first, second, third)
    assert named == [("deck", f"{card.name} cannot be executed: {card.unsupported}") for card in cards]
    body = {"deck": PLAIN | both, **SHORT}
    found = server.done({**body, "unsupported": "skip"})["result"]
    assert (found["flags"]["unsupported"], found["flags"]["cards"]) == ("skip", [first.name, second.name])


def test_a_card_of_two_lists_that_cannot_be_executed_is_named_once(server: Server, db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.unsupported and card.kind == "main")
    deck = PLAIN | {"main": [UNIT] * 30 + [card.name]}
    (path, cure), named = refused(server.post({"compare": [deck, deck], **SHORT}))
    assert path == "unsupported"
    assert cure.startswith("1 card cannot be executed and is named here")
    assert named == ("compare/0", f"{card.name} cannot be executed: {card.unsupported}")


BAD: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"deck": PLAIN, "sweep": PLAIN}, ""),
    ({"compare": [PLAIN]}, "compare"),
    ({"compare": [PLAIN, PLAIN], "games": 1}, "games"),
    ({"compare": [PLAIN, PLAIN], "stop_when": {"all/score/won": 0.1}}, "stop_when"),
    ({"deck": PLAIN, "pool": [UNIT]}, "pool"),
    ({"sweep": PLAIN, "pool": []}, "pool"),
    ({"sweep": PLAIN, "pool": ["No Such Card"]}, "pool/0"),
    ({"sweep": PLAIN, "pool": [RUNE]}, "pool/0"),
    ({"sweep": PLAIN}, "sweep"),
    ({"deck": PLAIN, "games": 0}, "games"),
    ({"deck": PLAIN, "games": True}, "games"),
    ({"deck": PLAIN, "games": 100_001}, "games"),
    ({"deck": PLAIN, "seed": -1}, "seed"),
    ({"deck": PLAIN, "turns": 1001}, "turns"),
    ({"deck": PLAIN, "first": "me"}, "first"),
    ({"deck": PLAIN, "policy": "best"}, "policy"),
    ({"deck": PLAIN, "policy": "greedy", "options": {"budget": 5}}, "options"),
    ({"deck": PLAIN, "options": []}, "options"),
    ({"deck": PLAIN, "policy": "lookahead", "options": {"budget": True}}, "options"),
    ({"deck": PLAIN, "mulligan": {"rules": 3}}, "mulligan"),
    ({"deck": PLAIN, "mulligan": None}, "mulligan"),
    ({"deck": PLAIN, "mulligan": {"rules": [{"keep": True, "name": "Nobody"}]}}, "mulligan"),
    ({"deck": PLAIN, "opponent": "nobody"}, "opponent"),
    ({"deck": PLAIN, "opponent": {}}, "opponent"),
    ({"deck": PLAIN, "opponent": {"script": {}, "more": 1}}, "opponent"),
    ({"deck": PLAIN, "opponent": {"script": {"units": 3}}}, "opponent/script"),
    ({"deck": PLAIN, "opponent": {"deck": PLAIN, "policy": "best"}}, "opponent/policy"),
    ({"deck": PLAIN, "opponent": {"deck": PLAIN, "options": {"x": 1}}}, "opponent/options"),
    ({"deck": PLAIN, "opponent": {"deck": PLAIN, "mulligan": {"x": 1}}}, "opponent/mulligan"),
    ({"deck": PLAIN, "opponent": {"deck": {"main": 3}}}, "opponent/deck/main"),
    ({"deck": PLAIN, "opponent": {"field": []}}, "opponent/field"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN}] * 65}}, "opponent/field"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN}], "policy": "greedy"}}, "opponent/policy"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN}], "deck": PLAIN}}, "opponent/field"),
    ({"deck": PLAIN, "opponent": {"field": [3]}}, "opponent/field/0"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN}, {"weight": 1}]}}, "opponent/field/1/deck"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": {"main": 3}}]}}, "opponent/field/0/deck/main"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN, "weight": 0}]}}, "opponent/field/0/weight"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN, "weight": True}]}}, "opponent/field/0/weight"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN, "weight": 10**400}]}}, "opponent/field/0/weight"),
    ({"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN, "name": ""}]}}, "opponent/field/0/name"),
    (
        {"deck": PLAIN, "opponent": {"field": [{"deck": PLAIN, "name": "list 2"}, {"deck": PLAIN}]}},
        "opponent/field/1/name",
    ),
    ({"deck": PLAIN, "battlefield": UNIT}, "battlefield"),
    ({"deck": PLAIN, "opponent_battlefield": "No Such Place"}, "opponent_battlefield"),
    ({"deck": PLAIN, "stop_when": {}}, "stop_when"),
    ({"deck": PLAIN, "stop_when": {"all/score/won": 0}}, "stop_when/all/score/won"),
    ({"deck": PLAIN, "stop_when": {"all/score/wun": 0.1}}, "stop_when/all/score/wun"),
    ({"deck": PLAIN, "stop_when": {"all/score/won": 10**400}}, "stop_when/all/score/won"),
    ({"deck": PLAIN, "stop_when": {"1/1/1": 0.1}}, "stop_when/1/1/1"),
    ({"deck": PLAIN, "unsupported": "ignore"}, "unsupported"),
    ({"deck": PLAIN, "allow_illegal": 1}, "allow_illegal"),
    ({"deck": PLAIN, "jobs": 3}, "jobs"),
    ({"deck": {"main": ["No Such Card"]}}, "deck"),
    ({"deck": PLAIN | {"champion": UNIT}}, "deck"),
    ({"deck": PLAIN, "date": "2020-01-01"}, "date"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_what_is_wrong_is_told_where_it_stands(db: CardDatabase, tmp_path: Path, number: int) -> None:
    body, where = BAD[number]
    server = Server(db, tmp_path / "jobs.sqlite3")
    faults = refused(server.post({"allow_illegal": True, **body}))
    assert where in {path for path, _ in faults}, faults
    assert all(message for _, message in faults)
    assert list(tmp_path.iterdir()) == []


def test_all_that_is_wrong_is_told_at_once(server: Server) -> None:
    faults = refused(
        server.post(
            {
                "deck": PLAIN,
                "opponent": {"deck": PLAIN},
                "battlefield": UNIT,
                "options": {"x": 1},
                "mulligan": {"x": 1},
            }
        )
    )
    assert {path for path, _ in faults} == {"deck", "opponent/deck", "battlefield", "options", "mulligan"}


def test_a_format_that_is_not_known_is_refused(server: Server) -> None:
    assert refused(server.post({"deck": PLAIN, "format": "nope"}))[0][0] == "format"
    assert refused(server.post({"deck": PLAIN, "rules": "9.9"}))[0][0] == "rules"


def test_one_caller_cannot_have_more_than_so_many(db: CardDatabase, tmp_path: Path) -> None:
    server = Server(db, tmp_path / "jobs.sqlite3", jobs_each=2, jobs_most=4)
    body = {"deck": PLAIN, **SHORT}
    mine = [server.begin(body) for _ in range(2)]
    response = server.post(body)
    refused(response, 429)
    assert int(response.headers["Retry-After"]) > 0
    assert "2 jobs" in response.get_json()["detail"]
    server.client.delete(mine[0])
    server.begin(body)
    while server.worker.step():
        pass
    server.begin(body)


def test_a_full_server_has_room_for_who_has_fewer_jobs_than_others(db: CardDatabase, tmp_path: Path) -> None:
    server = Server(db, tmp_path / "jobs.sqlite3", jobs_each=2, jobs_most=4)
    body = {"deck": PLAIN, **SHORT}
    greedy = [server.begin(body, f"203.0.113.{number // 2}") for number in range(4)]
    honest = server.begin(body, "198.51.100.1")
    (gone,) = [job for where in greedy if (job := server.client.get(where).get_json())["state"] == "failed"]
    assert "made room for another caller" in gone["problem"]
    assert gone["ended"] is not None
    response = server.post(body, "198.51.100.1")
    refused(response, 429)
    assert "for this server" in response.get_json()["detail"]
    while server.worker.step():
        pass
    assert server.client.get(honest).get_json()["state"] == "done"


def test_a_job_has_so_many_games_over_all_its_lists(db: CardDatabase, tmp_path: Path) -> None:
    server = Server(db, tmp_path / "jobs.sqlite3", jobs_games=100)
    usual = {"allow_illegal": True}
    assert server.post({"deck": PLAIN, "games": 100, **usual}).status_code == 202
    assert refused(server.post({"compare": [PLAIN, MIXED], "games": 51, **usual}))[0] == (
        "games",
        "a job has 100 games at the most; 2 lists can have 50",
    )
    assert server.post({"compare": [PLAIN, MIXED], "games": 50, **usual}).status_code == 202


def test_a_job_of_other_code_says_so_and_tells_no_game(server: Server) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    store = job_store_at(server.settings.jobs)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE goldfish_jobs SET engine = 'another'")
    refused(server.client.get(f"{where}/games/1"), 409)
    while server.worker.step():
        pass
    found = server.client.get(where).get_json()
    assert found["state"] == "failed"
    assert "another version" in found["problem"]
    store.database.close()


def test_a_database_that_is_away_is_a_503(db: CardDatabase, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("")
    server = Server(db, tmp_path / "blocked" / "jobs.sqlite3")
    response = server.post({"deck": PLAIN, **SHORT})
    refused(response, 503)
    assert int(response.headers["Retry-After"]) > 0
    assert str(tmp_path) not in response.text
    assert server.client.post("/v1/decks/validate", json={"deck": PLAIN}).status_code == 200


def test_jobs_are_kept_in_postgresql_too(db: CardDatabase, where: str) -> None:
    server = Server(db, Path("unused"))
    server.settings = Settings(log_level="error", jobs=where)
    server.client = create_app(db, server.settings).test_client()
    server.worker = Worker(
        job_store(server.settings), db, in_process_executor(db), goldfish_fingerprint(db.version), 100
    )
    assert server.done({"deck": PLAIN, **SHORT})["games"]["done"] == 20
    for no_id in ("%00", "a" * 24, "é" * 24):
        refused(server.client.get(f"/v1/goldfish/{no_id}"), 404)
    server.close()
