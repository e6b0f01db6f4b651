"""The verbs that move cards, runes and points, and the battlefields, in words."""

from __future__ import annotations

from typing import Final

from riftcheck.carddb.abilities.description.clauses import Sentence, objects, tell
from riftcheck.carddb.abilities.description.keywords import keyword_list
from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import deck_words, is_single
from riftcheck.carddb.abilities.description.speech import (
    SUBJECTS,
    Voice,
    does,
    joined,
    quantity,
    say,
    whole,
    with_article,
)
from riftcheck.carddb.abilities.description.values import resources
from riftcheck.carddb.abilities.instructions import (
    Add,
    Channel,
    Discard,
    Draw,
    Enter,
    EnterAt,
    ExtraTurn,
    NameA,
    Play,
    PlayToken,
    Predict,
    Put,
    Reveal,
    Score,
    Win,
)
from riftcheck.carddb.abilities.phrases import Cost, Number, Place, Top

_ZONES: Final = {
    "trash": "into its owner's trash",
    "hand": "into its owner's hand",
    "top of deck": "on top of its owner's deck",
    "bottom of deck": "under its owner's deck",
    "top or bottom of deck": "on top of its owner's deck or under it",
    "champion zone": "into its owner's champion zone",
}
_OF_SEVERAL: Final = {
    "trash": "into their owners' trashes",
    "hand": "into their owners' hands",
    "top of deck": "on top of their owners' decks, in any order",
    "bottom of deck": "under their owners' decks, in any order",
    "top or bottom of deck": "on top of their owners' decks or under them, in any order",
    "champion zone": "into their owners' champion zones",
}
_IGNORING: Final = {
    "cost": "without paying its base cost",
    "energy": "without paying its Energy cost",
    "power": "without paying its Power cost",
    "everything": "without paying anything for it",
}


@tell.register(Draw)
def _draw(line: Draw, voice: Voice) -> Sentence:
    if line.what is not None:
        return objects(voice, line.what).told("draw {0}")
    return Sentence(f"draw {quantity(line.amount or Number(1), 'card', voice)}")


@tell.register(Discard)
def _discard(line: Discard, voice: Voice) -> Sentence:
    if line.what is not None:
        return objects(voice, line.what).told("discard {0}")
    if line.amount is None:
        return Sentence("discard the whole hand")
    return Sentence(f"discard {quantity(line.amount, 'card', voice)} of choice from hand")


@tell.register(Put)
def _put(line: Put, voice: Voice) -> Sentence:
    where = _ZONES[line.zone]
    if not is_single(line.what, voice):
        where = _OF_SEVERAL[line.zone]
    return objects(voice, line.what).told(f"put {{0}} {where}")


@tell.register(Reveal)
def _reveal(line: Reveal, voice: Voice) -> Sentence:
    tests = [say(test, voice) for test in line.until]
    told = objects(voice, line.what)
    if not tests:
        return told.told("reveal {0}")
    until = f"one by one, until a revealed card {joined(tests)}"
    if isinstance(line.what, Top):
        return Sentence(f"reveal cards from the top of {deck_words(line.what)} {until}")
    return told.told(f"reveal {{0}} {until}")


@tell.register(Predict)
def _predict(line: Predict, voice: Voice) -> Sentence:
    number = whole(line.amount)
    if number == 1:
        return Sentence("predict 1 (look at the top card of the deck; it may be recycled)")
    cards = quantity(line.amount, "card", voice)
    return Sentence(f"predict {cards} (look at them on top of the deck; any of them may be recycled)")


@tell.register(Channel)
def _channel(line: Channel, voice: Voice) -> Sentence:
    return Sentence(f"channel {quantity(line.amount, 'rune', voice)}{', exhausted' if line.exhausted else ''}")


@tell.register(Add)
def _add(line: Add, voice: Voice) -> Sentence:
    added = resources(Cost(energy=line.energy, power=line.power), voice)
    only = {
        None: "",
        "spells": ", to be spent on spells only",
        "showdowns": ", to be spent in showdowns only",
        "gear": ", to be spent on gear and the abilities of gear only",
        "units": ", to be spent on units and the abilities of units only",
        "playing units or gear": ", to be spent to play units or gear only",
    }
    often = "" if line.times is None else f" as many times as {say(line.times, voice)}"
    return Sentence(f"add {added} to the rune pool{often}{only[line.only_for]}")


@tell.register(Score)
def _score(line: Score, voice: Voice) -> Sentence:
    number = whole(line.amount)
    if number is not None and number < 0:
        return Sentence(f"lose {quantity(Number(-number), 'point', voice)}")
    return Sentence(f"gain {quantity(line.amount, 'point', voice)}")


@tell.register(Win)
def _win(line: Win, _voice: Voice) -> Sentence:
    return Sentence(does(SUBJECTS[line.who], "win the game"), block=True)


@tell.register(ExtraTurn)
def _extra_turn(line: ExtraTurn, _voice: Voice) -> Sentence:
    return Sentence(does(SUBJECTS[line.who], "take another turn after this one"), block=True)


# --- playing ---------------------------------------------------------------------------------------------------------


@tell.register(PlayToken)
def _play_token(line: PlayToken, voice: Voice) -> Sentence:
    number = whole(line.count)
    token = f"{line.token} token"
    words = [f"play {with_article(token) if number == 1 else quantity(line.count, token, voice)}"]
    words += _traits(line, voice)
    if line.to is not None:
        words.append(place_words(line.to, voice, "to"))
    elif (known := voice.tokens(line.token)) is not None:
        whose, who = ("your", "you") if line.by in (None, "you") else ("their", "they")
        words.append(f"to {whose} base{f' or a battlefield that {who} control' if known.unit else ''}")
    state = ", ready" if line.ready else ", exhausted" if line.exhausted else ""
    return Sentence(f"{' '.join(words)}{state}")


def _traits(line: PlayToken, voice: Voice) -> list[str]:
    """Return the Might and the keywords of a token, those that it is given and those of its own."""
    known = voice.tokens(line.token)
    might = None if known is None or known.might is None else str(known.might)
    if line.might is not None:
        might = say(line.might, voice)
    names = [*(known.keywords if known is not None else ())]
    if line.keywords:
        names.append(keyword_list(line.keywords, voice.granted("it")))
    parts = [*([f"{might} Might"] if might is not None else []), *([joined(names)] if names else [])]
    return [f"with {' and '.join(parts)}"] if parts else []


@tell.register(Play)
def _play(line: Play, voice: Voice) -> Sentence:
    words = ["play {0}"]
    if line.again:
        words.append("again")
    if line.to is not None:
        words.append(place_words(line.to, voice, "to"))
    if line.ignoring is not None:
        free = _IGNORING[line.ignoring]
        words.append(free if is_single(line.what, voice) else free.replace("its", "their").replace(" it", " them"))
    if line.paying is not None:
        words.append(f"(instead of its base cost, {say(line.paying, voice)})")
    if line.less is not None:
        words.append(f"for {resources(line.less, voice)} less")
    if line.also_to is not None:
        words.append(f"(it may {'instead' if line.to else 'also'} be played {place_words(line.also_to, voice, 'to')})")
    if line.bonus_damage is not None:
        words.append(f"(it then has Bonus Damage equal to {say(line.bonus_damage, voice)})")
    then = "" if line.then is None else f", and {line.then} it when it would leave the chain"
    return objects(voice, line.what).told(f"{' '.join(words)}{then}")


@tell.register(Enter)
def _enter(line: Enter, voice: Voice) -> Sentence:
    return Sentence(f"let {voice.me} enter {line.state}")


@tell.register(EnterAt)
def _enter_at(line: EnterAt, voice: Voice) -> Sentence:
    where = place_words(line.place, voice) if isinstance(line.place, Place) else f"at {say(line.place, voice)}"
    return Sentence(f"let {voice.me} enter {where} instead")


# --- names, labels and battlefields ----------------------------------------------------------------------------------


@tell.register(NameA)
def _name_a(line: NameA, _voice: Voice) -> Sentence:
    return Sentence(f"name {joined(list(line.of), 'or') if line.of else with_article(line.what)}")
