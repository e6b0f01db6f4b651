"""What the loader refuses, with its words and its place, and what `it` becomes."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.phrases import Number, Ref, Selector
from riftcheck.carddb.abilities.problems import AbilityError
from riftcheck.carddb.abilities.reader.card import read_abilities

ONE = Number(1)
IT = Ref("it")
UNIT = Selector("choose", ("unit",), ONE, ONE)
TARGET = "a target is possible here: say choose (a target) or pick (chosen when the line runs)"
NOTHING = "has nothing above that it could mean: name the thing with as"
ON_CHAIN = "is on the chain until this effect is done: say this in do-this or set-up"
GRANTED = "an ability that is given to something knows no"
INNER = "nothing is chosen within a cost, an event, a condition or a count: leave out choose and pick"
FALSE = "this branch can never run: its condition is false here"
LASTING = "might needs its duration: until: end of turn"


def read(text: str) -> CardAbilities:
    return read_abilities("Test", yaml.safe_load(text))


def problems(text: str) -> list[tuple[str, str, int | None]]:
    with pytest.raises(AbilityError) as caught:
        read(text)
    return [(problem.path, problem.message, problem.column) for problem in caught.value.problems]


PROBLEMS = [
    # keys
    ("do: [{dael: 3}]", "do/0", '"dael" is no verb (deal or channel or heal?)', None),
    (
        "do: [{deal: 3, too: choose a unit}]",
        "do/0/too",
        'unknown key "too" (to?); known here: as, by, deal, if, may, to',
        None,
    ),
    ("do: [{deal: 3}]", "do/0", "deal needs to", None),
    ("do: [draw 1]", "do/0", 'must be a line such as {draw: 1}, not "draw 1"', None),
    ("do: []", "do", "must be a list of lines, not []", None),
    (
        "keyword: [tank]",
        "keyword",
        'unknown key "keyword" (keywords?); known here: abilities, do, effect, effect-keywords, keywords',
        None,
    ),
    ("abilities: [{when: I conquer}]", "abilities/0", "when needs do", None),
    (
        "do: [{draw: 0}]",
        "do/0/draw",
        "0 of them is nothing: a whole number of at least 1 must stand here",
        None,
    ),
    (
        "do: [{deal: -2, to: choose a unit}]",
        "do/0/deal",
        "-2 of them is nothing: a whole number of at least 1 must stand here",
        None,
    ),
    (
        "abilities: [{can: you play me from your trash, from: your hand}]",
        "abilities/0/from",
        "from says again what stands before: leave one out",
        None,
    ),
    (
        "abilities: [{when: I conquer, for: me, do: [{draw: 1}]}]",
        "abilities/0",
        "has 2 heads (when, for); an ability has one",
        None,
    ),
    (
        "abilities: [{cannot: I move, if: I am ready}]",
        "abilities/0/if",
        'unknown key "if" (while?); known here: cannot, gate, while',
        None,
    ),
    # performers of whom there may be several
    (
        "do: [{discard: 1, by: an opponent}]",
        "do/0/by",
        "there may be several of them: say choose: an opponent and by: that player, or each: opponent and by: they",
        None,
    ),
    (
        "do: [{extra-turn: a player}]",
        "do/0/extra-turn",
        "there may be several of them: say choose: a player and by: that player, or each: player and by: they",
        None,
    ),
    (
        "do: [{name-a: card, of: [Bird], as: kind}, {draw: 1, if: kind}]",
        "do/0/of",
        "of belongs to a tag: the tags that may be named",
        None,
    ),
    (
        "do: [{give: me, keywords-of: all units, until: end of turn}]",
        "do/0/keywords-of",
        'must be one thing that is known, such as me, not "all units"',
        None,
    ),
    (
        "do: [{play: this, again: true, to: here}]",
        "do/0/again",
        "a spell that is played again has no place, name or then",
        None,
    ),
    (
        "do: [{play: pick a card in your hand, bonus-damage: 1}]",
        "do/0/bonus-damage",
        "bonus-damage belongs to again",
        None,
    ),
    # phrases and words
    ("do: [{kill: choose a unti}]", "do/0/kill", '"choose a unti": no noun "unti" (unit?)', 10),
    (
        "do: [{may: [{kill: choose a unti}]}]",
        "do/0/may/0/kill",
        '"choose a unti": no noun "unti" (unit?)',
        10,
    ),
    ("do: [{kill: 3}]", "do/0/kill", "must be a selection in words, not 3", None),
    ("do: [{heal: me, may: false}]", "do/0/may", "must be true, or be left out, not false", None),
    (
        "do: [{return: me, to: hnad}]",
        "do/0/to",
        'must be one of hand, champion zone, not "hnad" (hand?)',
        None,
    ),
    (
        "do: [{choose-one: [{do: [{draw: 1}]}]}]",
        "do/0/choose-one",
        "must be a list of two or more ways, each {do: [...]}: with one there is no choice",
        None,
    ),
    (
        "do: [{choose: all units, as: many}, {kill: many}]",
        "do/0/choose",
        'must say what to choose, such as a friendly unit, not "all units"',
        None,
    ),
    (
        "do: [{kill: {Selector: {mode: choos, nouns: [unit], low: 1, high: 1}}}]",
        "do/0/kill/Selector/mode",
        "must be one of choose, pick, all, bare, not 'choos'",
        None,
    ),
    # keywords, costs, gates
    ("keywords: [asault 2]", "keywords/0", '"asault" is no keyword (assault?)', None),
    ("keywords: [tank 2]", "keywords/0", '"tank 2": tank has no value', None),
    (
        "keywords: [assault 0]",
        "keywords/0",
        '"assault 0": the value of assault must be a whole number of at least 1',
        None,
    ),
    ("keywords: [equip]", "keywords/0", '"equip" needs its cost: {equip: {energy: 1}}', None),
    (
        "keywords: [{flow: {energy: 2, less: {energy: 1}}}]",
        "keywords/0/flow/less",
        "less is said in the cost of empower and equip",
        None,
    ),
    (
        "keywords: [{empower: {energy: 2, less: {energy: it.might}}}]",
        "keywords/0/empower",
        "Empower chooses nothing that it could be",
        None,
    ),
    (
        "keywords: [{repeat: its cost}]",
        "keywords/0/repeat",
        "its cost is said of the Repeat or Flow that spells are given",
        None,
    ),
    (
        "abilities: [{cost: {energy: 2, less: {discard: 1}}, do: [{draw: 1}]}]",
        "abilities/0/cost/less",
        "takes off energy and power, nothing else",
        None,
    ),
    (
        "abilities: [{cost: {energy: 2, less: {energy: it.might}, kill: a friendly unit}, do: [{draw: 1}]}]",
        "abilities/0/cost",
        "what it costs is reckoned before there is an it",
        None,
    ),
    (
        "do: [{pay: {energy: 2, less: {energy: 1}}, as: paid}, {draw: 1, if: paid}]",
        "do/0/pay",
        "less belongs to the cost of an ability that is used: say cost-of for other prices",
        None,
    ),
    (
        "abilities: [{for: friendly gear, adds: {energy: 1, kill: me}}]",
        "abilities/0/adds",
        "adds energy and power, nothing else",
        None,
    ),
    (
        "abilities: [{for: friendly gear, adds: {energy: count of units you control}}]",
        "abilities/0/adds",
        "adds a whole number of energy, at least 1",
        None,
    ),
    ("keywords: [{tank: {energy: 1}}]", "keywords/0", '"tank" has no cost: write it as a word', None),
    (
        "abilities: [{cost: {power: furry}, do: [{draw: 1}]}]",
        "abilities/0/cost/power",
        '"furry" is no power (fury?); there are fury, calm, mind, body, chaos, order, any, own',
        None,
    ),
    (
        "abilities: [{cost: {kill: choose a unit}, do: [{draw: 1}]}]",
        "abilities/0/cost/kill",
        '"choose a unit": a cost chooses no targets: leave out "choose"',
        1,
    ),
    (
        "abilities: [{gate: lvl 3, for: me, might: 1}]",
        "abilities/0/gate",
        'must be one of legion, empowered, level N, not "lvl 3"',
        None,
    ),
    (
        "abilities: [{additional-cost: {xp: 1}, optional: true}]",
        "abilities/0/optional",
        "nothing asks whether it was paid: name it by as, and ask: if: NAME is paid",
        None,
    ),
    # targets
    ("do: [{deal: 3, to: a unit}]", "do/0/to", TARGET, None),
    ("do: [{recycle: 2 cards in your trash}]", "do/0/recycle", TARGET, None),
    ("do: [{draw: count of choose a unit}]", "do/0/draw", INNER, None),
    # durations
    ("do: [{give: me, might: 2}]", "do/0/might", LASTING, None),
    ("do: [{give: me, raise-to: 2}]", "do/0/raise-to", LASTING, None),
    ("do: [{double: me}]", "do/0/double", LASTING, None),
    ("do: [{give: me, until: end of turn}]", "do/0/give", "give needs might, raise-to, keywords or abilities", None),
    (
        "abilities: [{for: me}]",
        "abilities/0/for",
        "for needs a part that says what applies, such as might or keywords",
        None,
    ),
    # names
    ("do: [{choose: a unit, as: unit}]", "do/0/as", '"unit" is a word of the grammar: take another name', None),
    ("do: [{choose: a unit, as: Mark}]", "do/0/as", '"Mark" is no name: small letters, digits and -', None),
    ("do: [{kill: choose a unit, as: gone}]", "do/0/as", 'the name "gone" is never used: leave as out', None),
    (
        "do: [{name-a: tag, as: kind}]",
        "do/0/as",
        'the name "kind" is never used: leave out what it names',
        None,
    ),
    ("do: [{name-a: tag}]", "do/0", "name-a needs as", None),
    (
        "abilities: [{additional-cost: {xp: 1}, optional: true, as: levy}]",
        "abilities/0/as",
        'the name "levy" is never used: nothing asks whether it was paid: if: levy is paid',
        None,
    ),
    (
        "do: [{xp: 1, as: gained}, {draw: 1, if: gained}]",
        "do/0/as",
        "xp leaves nothing that a name could hold: leave as out",
        None,
    ),
    (
        "do: [{if: it is your turn, do: [{become-copy: me, of: choose a unit, as: copy}]}]",
        "do/0/do/0/as",
        "become-copy leaves nothing that a name could hold: leave as out",
        None,
    ),
    # names of what is played
    ("do: [{play-token: Recruit, as: fresh}, {buff: fresh}]", "do/1/buff", f'"fresh" {ON_CHAIN}', None),
    ("do: [{play-token: Recruit}, {buff: it}]", "do/1/buff", f'"it" {ON_CHAIN}', None),
    (
        "do: [{play: pick a unit in your hand, as: fresh}, {if: fresh, do: [{stun: fresh}]}]",
        "do/1/do/0/stun",
        f'"fresh" {ON_CHAIN}',
        None,
    ),
    (
        "do: [{play-token: Recruit, as: fresh}, {move: choose a unit, to: fresh.location}]",
        "do/1/to",
        f'"fresh" {ON_CHAIN}',
        None,
    ),
    (
        "do: [{play-token: Sprite, might: 3, as: fresh}, {deal: fresh.might, to: choose a unit}]",
        "do/1/deal",
        f'"fresh" {ON_CHAIN}',
        None,
    ),
    ("do: [{play-token: Recruit, as: fresh}, {draw: 1, if: fresh is ready}]", "do/1/if", f'"fresh" {ON_CHAIN}', None),
    (
        "do: [{may: [{play-token: Recruit, as: fresh}]}, {ready: fresh}]",
        "do/1/ready",
        f'"fresh" {ON_CHAIN}',
        None,
    ),
    (
        "do: [{do-this: [{play-token: Recruit, as: fresh}, {ready: fresh}]}]",
        "do/0/do-this/1/ready",
        f'"fresh" {ON_CHAIN}',
        None,
    ),
    (
        "abilities: [{when: I conquer, do: [{play-token: Recruit, as: this.fresh}, {ready: this.fresh}]}]",
        "abilities/0/do/1/ready",
        f'"this.fresh" {ON_CHAIN}',
        None,
    ),
    # names in abilities that are granted
    (
        (
            "do: [{choose: an enemy unit, as: mark}, "
            "{give: choose a friendly unit, abilities: [{when: I die, do: [{kill: mark}]}]}]"
        ),
        "do/1/abilities/0/do/0/kill",
        f'{GRANTED} "mark": set-up makes one that does',
        None,
    ),
    (
        (
            "abilities: [{as-played: true, do: [{name-a: tag, as: this.kind}]}, "
            "{for: friendly units, abilities: [{when: I die, do: [{stun: choose a unit with tag this.kind}]}]}]"
        ),
        "abilities/1/abilities/0/do/0/stun",
        f'{GRANTED} "this.kind": set-up makes one that does',
        None,
    ),
    (
        "do: [{choose: an enemy unit}, {give: choose a friendly unit, abilities: [{when: I die, do: [{kill: it}]}]}]",
        "do/1/abilities/0/do/0/kill",
        f'"it" {NOTHING}',
        None,
    ),
    ("do: [{kill: victim}]", "do/0/kill", 'there is no name "victim" here', None),
    (
        "do: [{kill: victm}, {choose: a unit, as: victim}, {kill: victim}]",
        "do/0/kill",
        'there is no name "victm" here',
        None,
    ),
    (
        "do: [{kill: mark}, {choose: a unit, as: mark}, {kill: mark}]",
        "do/0/kill",
        '"mark" is used before it exists',
        None,
    ),
    (
        "do: [{choose: a unit, as: mark}, {kill: mark}]\nabilities: [{when: I conquer, do: [{heal: mark}]}]",
        "abilities/0/do/0/heal",
        '"mark" is known only in do: a name that starts with this. is known to the whole card',
        None,
    ),
    (
        "do: [{choose-one: [{do: [{choose: a unit, as: mark}, {kill: mark}]}, {do: [{heal: mark}]}]}]",
        "do/0/choose-one/1/do/0/heal",
        '"mark" is used before it exists',
        None,
    ),
    ("do: [{draw: x}]", "do/0/draw", 'there is no name "x" here', None),
    (
        "do: [{choose: an opponent, as: foe}, {set-up: {when: foe holds, do: [{draw: 1}]}, uses: 1}]",
        "do/1/set-up/when",
        '"foe" is a player, of whom events say "that player"',
        None,
    ),
    (
        "do: [{choose: a unit, as: mark}, {draw: 1, by: mark}]",
        "do/1/by",
        '"mark" is no player',
        None,
    ),
    # it
    ("do: [{heal: it}]", "do/0/heal", f'"it" {NOTHING}', None),
    ("abilities: [{when: I conquer, do: [{kill: it}]}]", "abilities/0/do/0/kill", f'"it" {NOTHING}', None),
    (
        "do: [{fight: choose a friendly unit, with: choose an enemy unit}, {heal: it}]",
        "do/1/heal",
        '"it" could mean more than one thing after do/0: name the one that is meant with as',
        None,
    ),
    (
        "do: [{choose: a unit, as: mark}, {may: [{kill: choose a unit}]}, {heal: it}, {heal: mark}]",
        "do/2/heal",
        '"it" could mean more than one thing after do/1/may/0: name the one that is meant with as',
        None,
    ),
    ("do: [{play-token: Gold, count: 2}, {ready: it}]", "do/1/ready", f'"it" {NOTHING}', None),
    ("do: [{draw: 2, by: its controller}]", "do/0/by", f'"its controller" {NOTHING}', None),
    ("do: [{draw: 2, by: they}]", "do/0/by", '"they" has no player above that it could mean', None),
    # branches
    (
        "do: [{kill: choose a unit, as: gone}, {if: gone, do: [{if: not gone, do: [{draw: 1}]}]}]",
        "do/1/do/0/if",
        FALSE,
        None,
    ),
    (
        "do: [{kill: choose a unit, as: gone}, {if: gone, do: [{if: gone, do: [{draw: 1}], else: [{draw: 2}]}]}]",
        "do/1/do/0/else",
        "this branch can never run: the condition is true here",
        None,
    ),
    ("do: [{draw: 1, if: [it is your turn, it is not your turn]}]", "do/0/if", FALSE, None),
    (
        (
            "abilities: [{additional-cost: {xp: 1}, as: levy}]\n"
            "do: [{if: levy is paid, do: [{draw: 1}], else: [{heal: me}]}]"
        ),
        "do/0/else",
        "this branch can never run: the condition is true here",
        None,
    ),
]


SAID_OF_THE_PLAYED = [
    "{draw: 1, if: fresh}",
    "{draw: 1, if: fresh is a unit}",
    "{deal: fresh.energy, to: choose a unit}",
    "{do-this: [{buff: fresh}]}",
    "{do-this: {if: fresh, do: [{do-this: [{buff: fresh}]}]}}",
    "{do-this: {when: fresh dies, do: [{draw: 1}]}}",
    "{set-up: {for: fresh, might: +1}, until: end of turn}",
    "{set-up: {when: your turn ends, do: [{kill: fresh}]}, until: end of turn}",
    "{if: it is your turn, do: [{do-this: [{buff: fresh}]}]}",
]


@pytest.mark.parametrize("line", SAID_OF_THE_PLAYED)
def test_what_is_played_may_be_spoken_of_later_and_its_card_at_once(line: str) -> None:
    assert read(f"do: [{{play: pick a card in your hand, as: fresh}}, {line}]").do
    with pytest.raises(AbilityError, match="is on the chain until this effect is done"):
        read(f"do: [{{play: pick a card in your hand, as: fresh}}, {line}, {{ready: fresh}}]")


def test_a_granted_ability_knows_its_own_names() -> None:
    own = "{when: I die, do: [{choose: an enemy unit, as: prey}, {kill: prey}]}"
    kept = "{when: I attack, do: [{kill: choose a gear, as: this.prey}]}, {when: I die, if: this.prey, do: [{draw: 1}]}"
    assert read(f"do: [{{give: choose a unit, abilities: [{own}]}}]").do
    assert read(f"do: [{{give: choose a unit, abilities: [{kept}]}}]").do


@pytest.mark.parametrize(("text", "path", "message", "column"), PROBLEMS)
def test_a_problem_says_what_and_where(text: str, path: str, message: str, column: int | None) -> None:
    assert problems(text) == [(path, message, column)]


def test_a_head_that_is_none_names_the_nearest() -> None:
    ((path, message, _),) = problems("abilities: [{wen: I conquer, do: [{draw: 1}]}]")
    assert path == "abilities/0"
    assert message.startswith('"wen" is no head (when?); there are when, cost, for,')


def test_a_verb_unlike_any_other_names_them_all() -> None:
    ((path, message, _),) = problems("do: [{as: mark}]")
    assert path == "do/0"
    assert message.startswith('"as" is no verb')
    assert all(verb in problems("do: [{qqqq: 1}]")[0][1] for verb in ("draw", "enter-at"))


def test_all_problems_are_told_and_not_only_the_first() -> None:
    found = problems(
        "keywords: [asault]\ndo: [{kill: choose a unti}, {dael: 1}]\n"
        "abilities: [{when: I conquerr, do: [{heal: meh me}]}]"
    )
    assert [path for path, _, _ in found] == [
        "keywords/0",
        "do/0/kill",
        "do/1",
        "abilities/0/when",
        "abilities/0/do/0/heal",
    ]


def test_what_an_unread_line_may_have_named_is_not_told_as_missing() -> None:
    found = problems("do: [{choose: a unti, as: mark}, {kill: mark}]")
    assert [path for path, _, _ in found] == ["do/0/choose"]


# --- whatever is given -----------------------------------------------------------------------------------------------

_WORDS = st.sampled_from(
    [
        "do",
        "if",
        "may",
        "kill",
        "when",
        "for",
        "cost",
        "as",
        "it",
        "me",
        "choose a unit",
        "mark",
        "I conquer",
        "Selector",
    ]
)
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | _WORDS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["keywords", "do", "abilities", "effect", "effect-keywords"]), _ANYTHING))
def test_whatever_a_file_holds_is_read_or_refused_with_reasons(raw: dict[str, object]) -> None:
    told = None
    try:
        found = read_abilities("Test", raw)
    except AbilityError as error:
        told = error.problems
    if told is None:
        assert isinstance(found, CardAbilities)
    else:
        assert told
        assert all(problem.path and problem.message for problem in told)
