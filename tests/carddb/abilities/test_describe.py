"""Words for every class of node, every event and keyword; how verbs and articles agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import pytest

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.description import ABILITY_WORDS, INSTRUCTION_WORDS, PHRASE_WORDS, describe
from riftcheck.carddb.abilities.description.clauses import UNTIL, proclaim, tell
from riftcheck.carddb.abilities.description.events import EVENT_VERBS, event_words
from riftcheck.carddb.abilities.description.keywords import MEANINGS
from riftcheck.carddb.abilities.description.speech import say, third_person, with_article
from tests.carddb.abilities.spoken_nodes import AT, FIELD, FRIEND, FRIENDS, ME, ONE, VOICE, ability_text, line_text
from tests.carddb.abilities.test_describe_abilities import ABILITIES
from tests.carddb.abilities.test_describe_lines import LINES

if TYPE_CHECKING:
    from collections.abc import Iterable


def test_the_text_of_an_equipment_speaks_of_the_unit_that_has_it() -> None:
    conquers = h.Triggered(at=AT, events=(p.Event("conquer", thing=ME),), do=(i.Detach(at=AT, what=p.Ref("this")),))
    card = h.CardAbilities(
        "Example",
        keywords=(h.Keyword("equip", cost=p.Cost(energy=ONE)),),
        effect=(conquers,),
        effect_keywords=(h.Keyword("assault", 2),),
    )
    assert describe(card) == [
        "Equip: to attach this card to a unit you control, pay 1 Energy.",
        "The equipped unit has Assault 2: +2 Might while the equipped unit is attacking.",
        "When the equipped unit conquers, this happens: Detach this card.",
    ]


def test_what_an_equipment_gives_tells_of_the_attachment_where_it_says_nothing_of_the_unit() -> None:
    static = h.Static(at=AT, to=FRIENDS, keywords=(h.Keyword("ganking"),))
    assert describe(h.CardAbilities("Example", effect=(static,))) == [
        "While this card is attached: All friendly units have Ganking."
    ]


@pytest.mark.parametrize(
    ("mood", "text"),
    [
        ("present", "a friendly unit moves to a battlefield"),
        ("perfect", "a friendly unit has moved to a battlefield"),
        ("cannot", "a friendly unit cannot move to a battlefield"),
        ("would", "a friendly unit would move to a battlefield"),
    ],
)
def test_an_event_in_each_mood(mood: str, text: str) -> None:
    event = p.Event("move", thing=FRIEND, place=FIELD)
    assert event_words(event, VOICE, mood) == text  # type: ignore[arg-type]


@pytest.mark.parametrize("verb", get_args(p.EventVerb))
def test_every_event_verb_has_words_in_every_mood(verb: p.EventVerb) -> None:
    about: dict[str, p.Event] = {
        "phase starts": p.Event("phase starts", who="you", word="beginning"),
        "turn starts": p.Event("turn starts", who="they"),
        "turn ends": p.Event("turn ends", who="you"),
        "might becomes": p.Event("might becomes", thing=FRIEND, word="10"),
        "becomes": p.Event("becomes", thing=FRIEND, word="mighty"),
    }
    event = about.get(verb, p.Event(verb, thing=FRIEND))
    texts = {event_words(event, VOICE, mood) for mood in ("present", "perfect", "cannot", "would")}
    assert len(texts) == 4
    assert all("  " not in text and "None" not in text for text in texts)


@pytest.mark.parametrize(
    ("table", "known"),
    [
        (PHRASE_WORDS, get_args(p.Phrase)),
        (INSTRUCTION_WORDS, i.language().values()),
        (ABILITY_WORDS, get_args(h.Ability)),
    ],
    ids=["phrases", "instructions", "abilities"],
)
def test_every_class_has_words_and_no_other(table: dict[type, object], known: Iterable[type]) -> None:
    assert set(table) - {object} == set(known)


@pytest.mark.parametrize("union", [p.Selection, p.Amount, p.Condition, p.Test])
def test_the_kinds_of_phrases_have_words(union: object) -> None:
    assert set(get_args(union)) <= set(PHRASE_WORDS)


def test_keywords_durations_and_verbs_have_words() -> None:
    assert set(MEANINGS) == set(h.KEYWORDS)
    assert set(UNTIL) == set(get_args(i.Until))
    assert set(get_args(p.EventVerb)) == EVENT_VERBS


@dataclass(frozen=True)
class _Stranger:
    at: str = AT


@pytest.mark.parametrize("table", [say, tell, proclaim])
def test_a_class_without_words_is_an_error(table: object) -> None:
    with pytest.raises(TypeError, match="no words for a _Stranger"):
        table(_Stranger(), VOICE)  # type: ignore[operator]


def test_a_keyword_without_words_is_an_error() -> None:
    with pytest.raises(TypeError, match='keyword "flying"'):
        describe(h.CardAbilities("Example", keywords=(h.Keyword("flying"),)))


def test_no_text_shows_python() -> None:
    texts = [line_text(line) for line, _ in LINES] + [ability_text(ability) for ability, _ in ABILITIES]
    names = [kind.__name__ + "(" for kind in (*PHRASE_WORDS, *INSTRUCTION_WORDS, *ABILITY_WORDS)]
    for text in texts:
        assert not [word for word in ("None", "@", "..", "{", "}", "  ", *names) if word in text], text


@pytest.mark.parametrize(
    ("verb", "text"),
    [("deal 1", "deals 1"), ("have", "has"), ("banish it", "banishes it"), ("ready", "readies"), ("play", "plays")],
)
def test_verbs_agree_with_a_single_subject(verb: str, text: str) -> None:
    assert third_person(verb) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("unit", "a unit"),
        ("enemy unit", "an enemy unit"),
        ("other unit", "another unit"),
        ("uncontrolled battlefield", "an uncontrolled battlefield"),
        ("something", "something"),
    ],
)
def test_articles(words: str, text: str) -> None:
    assert with_article(words) == text
