"""The page: a person's text, the verdict beside its lines, and nothing that could run in it."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.page import NOTICE
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

LISTS = sorted((ROOT / "tests" / "fixtures" / "lists").glob("*.txt"))
TEXT = "Legend:\n1 Daughter of the Void\n\nMain Deck:\n4 Cleave\n3 Clave\n<b>x</b> & y\n"


def submit(client: FlaskClient, text: str, **more: str) -> TestResponse:
    form = {"list": text, "format": "constructed", "date": "2026-11-21", "level": "high", **more}
    return client.post("/", data=form)


class Page(HTMLParser):
    """The cells of the table, by row, and what hangs together by ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.labels: set[str] = set()
        self.ids: list[str] = []
        self.controls: list[str] = []
        self.referred: list[str] = []
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert tag not in {"script", "iframe", "object", "style", "img", "b"}
        assert not any(name.startswith("on") or name == "style" for name in given)
        self.ids += [given["id"]] if "id" in given else []
        self.labels |= {given["for"]} if "for" in given else set()
        self.controls += [given.get("id", "")] if tag in {"input", "select", "textarea"} else []
        self.referred += [given[name] for name in ("aria-labelledby", "aria-describedby") if name in given]
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
        self._in = tag if tag in {"td", "th"} else self._in

    def handle_endtag(self, tag: str) -> None:
        self._in = "" if tag == self._in else self._in

    def handle_data(self, data: str) -> None:
        if self._in:
            self.rows[-1][-1] += data


def test_every_line_stands_with_its_issues(client: FlaskClient) -> None:
    response = submit(client, TEXT)
    assert response.status_code == 200
    rows = Page(response.text).rows[1:]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 8)]
    assert [row[1] for row in rows] == TEXT.splitlines()
    assert (rows[1][2], rows[4][2]) == ("Legend", "Main deck")
    assert "copy-limit" in rows[4][3]
    assert "103.3.b" in rows[4][3]
    assert "misspelt-card" in rows[5][3]
    assert rows[1][3].strip() == ""
    above = unescape(response.text.partition("<table")[0])
    assert "rune-count" in above
    assert "TR 402.1" in above
    assert "copy-limit" not in above
    assert "Not legal" in above


@pytest.mark.parametrize(("day", "shown"), [("2026-12-21", False), ("2026-12-22", True)])
def test_data_age_is_shown_from_60_days_after_the_last_date_covered(client: FlaskClient, day: str, shown: bool) -> None:
    assert ("are covered up to 2026-10-22." in submit(client, "Main Deck:\n3 Cleave\n", date=day).text) == shown


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_issue_of_the_report_is_shown_unless_it_is_hidden(client: FlaskClient, path: Path) -> None:
    text = path.read_text("utf-8")
    report = client.post("/v1/decks/validate", json={"deck": {"text": text}, "date": "2026-11-21"}).get_json()
    shown = unescape(submit(client, text).text)
    for issue in report["issues"]:
        # The date is 30 days after the last covered.
        hidden = issue["code"] == "data-age" or (issue["code"], issue["severity"]) == ("champion-counted", "info")
        assert (issue["message"] in shown) is not hidden
        if hidden:
            continue
        for rule in issue["rules"]:
            assert rule["number"] in shown
    assert {"legal": "Legal", "illegal": "Not legal", "undetermined": "Undetermined"}[report["verdict"]] in shown


def test_page_does_not_mark_banned_cards_of_an_exact_product(client: FlaskClient, db: CardDatabase) -> None:
    precon = db.precons["jinx"]
    zones = {"Legend": precon.zones["legend"], "Main Deck": precon.zones["main"], "Runes": precon.zones["runes"]}
    zones["Battlefields"] = precon.zones["battlefields"]
    parts = (f"{zone}:\n" + "".join(f"{n} {name}\n" for name, n in cards.items()) for zone, cards in zones.items())
    text = "Champion: Jinx, Demolitionist\n" + "\n".join(parts)
    low = submit(client, text, level="low", date="2026-10-10").text
    assert "exactly matches Jinx (Origins Champion Deck)" in low
    row = re.compile(r'<tr(?: class="(\w*)")?>\s*<th[^<]*</th>\s*<td class="text">3 Scrapheap')
    assert row.findall(low) == [""]
    assert row.findall(submit(client, text, level="high", date="2026-10-10").text) == ["error"]


def test_what_a_simulation_cannot_play_is_told_apart_from_the_verdict(client: FlaskClient, db: CardDatabase) -> None:
    unable = next((card for card in db.cards if not card.executable and card.kind == "main"), None)
    if unable is None:
        pytest.skip("every card can be executed")
    title = "What a simulation cannot play"
    assert title not in submit(client, "Main Deck:\n3 Cleave\n").text
    shown = unescape(submit(client, f"Main Deck:\n3 Cleave\n2 {unable.name}\n").text)
    assert f"{unable.name}: {unable.unsupported}." in shown.partition(title)[2].partition("</section>")[0]
    assert "Without its sideboard" not in shown
    aside = unescape(submit(client, f"Main Deck:\n3 Cleave\n\nSideboard:\n2 {unable.name}\n").text)
    assert f"{unable.name} (sideboard): {unable.unsupported}." in aside
    assert "Without its sideboard the list can be played." in aside


def test_a_code_is_read_too(client: FlaskClient) -> None:
    deck = {"deck": {"text": LISTS[0].read_text("utf-8")}, "to": "code"}
    code = client.post("/v1/decks/export", json=deck).get_json()["content"]
    response = submit(client, f" {code}\n")
    assert "About the whole list" in response.text
    assert "<table" not in response.text


def test_what_was_typed_comes_back_and_cannot_run(client: FlaskClient) -> None:
    text = '</textarea><script>alert(1)</script>\n3 Cleave\n"><img src=x onerror=alert(1)>'
    response = submit(client, text, format="draft", level="low")
    Page(response.text)
    area = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", response.get_data(as_text=True), re.DOTALL)
    assert area is not None
    assert unescape(area.group(1)) == text
    assert '<option value="draft" selected>' in response.text
    assert '<option value="low" selected>' in response.text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("list", ""),
        ("format", "legacy"),
        ("date", "2026-02-30"),
        ("date", "2025-06-01"),
        ("date", ""),
        ("level", "x"),
    ],
)
def test_a_fault_in_the_form_is_told_at_its_field(client: FlaskClient, field: str, value: str) -> None:
    form = {"list": "3 Cleave", "format": "constructed", "date": "2026-11-21", "level": "high", field: value}
    response = client.post("/", data=form)
    assert (response.status_code, response.mimetype) == (200, "text/html")
    assert 'role="alert"' in response.text
    assert marked_fields(response.text) == [field]


def test_a_form_reports_the_errors_of_all_its_options(client: FlaskClient) -> None:
    form = {"list": "3 Cleave", "format": "legacy", "date": "2026-02-30", "level": "x"}
    shown = client.post("/", data=form).text
    assert marked_fields(shown) == ["format", "date", "level"]
    for message in ("There is no such format", "The date ", "The level must be"):
        assert message in shown


def marked_fields(shown: str) -> list[str]:
    return re.findall(r'id="(\w+)"[^>]*aria-invalid="true" aria-describedby="fault"', shown)


@pytest.mark.parametrize("text", [None, "", TEXT])
def test_the_page_can_be_used_by_everybody(client: FlaskClient, text: str | None) -> None:
    response = client.get("/?utm_source=x") if text is None else submit(client, text)
    page = Page(response.text)
    assert set(page.controls) == {"list", "format", "date", "level"} <= page.labels
    assert len(page.ids) == len(set(page.ids))
    assert set(page.referred) <= set(page.ids)
    assert '<html lang="en">' in response.text
    assert "width=device-width" in response.text
    assert response.text.count("<h1>") == 1
    assert NOTICE in unescape(response.text)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_notice_is_worded_as_it_must_be() -> None:
    assert NOTICE.startswith("riftcheck isn't endorsed by Riot Games and doesn't reflect the views or opinions of Riot")
    assert NOTICE.endswith("trademarks or registered trademarks of Riot Games, Inc.")


def test_only_a_form_is_read(client: FlaskClient) -> None:
    assert client.post("/", json={"list": "x"}).status_code == 415
    kind = "application/x-www-form-urlencoded"
    assert client.post("/", data=b"list=%ff", content_type=kind).status_code == 400
    assert client.post("/", data=b"\xff", content_type=kind).status_code == 400
    assert client.post("/", data=b"a&" * 50, content_type=kind).status_code == 400
    assert client.post("/", data=b"list=" + b"a" * 300_000, content_type=kind).status_code == 413
    assert client.post("/", data=b"list=" + b"a" * 100_000, content_type=kind).status_code == 200


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_all_colours_can_be_read_in_light_and_dark(client: FlaskClient) -> None:
    with client.get("/static/style.css") as response:
        blocks = re.findall(r":root \{(.*?)\}", response.get_data(as_text=True), re.DOTALL)
    assert len(blocks) == 2
    pairs = [(text, back) for text in ("text", "quiet", "link") for back in ("back", "soft")]
    pairs += [("error", "back"), ("warning", "back"), ("error", "error-back"), ("warning", "warning-back")]
    pairs += [("text", "error-back"), ("text", "warning-back"), ("quiet", "error-back"), ("quiet", "warning-back")]
    pairs += [("good", "good-back"), ("on-button", "button"), ("error", "warning-back"), ("warning", "error-back")]
    for block in blocks:
        colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))
        for text, back in pairs:
            assert contrast(colours[text], colours[back]) >= 4.5, (text, back)
        assert contrast(colours["line"], colours["back"]) >= 3  # the borders of controls
