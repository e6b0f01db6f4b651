"""The question of a decision in words for people: what is asked, about what, and how many may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.display.names import capital, item_of, player_words, ref_name
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Extra
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.scripts import CostDef, CostPart
    from riftcheck.engine.model.state import State

PROMPTS: Final = {
    w.D_MULLIGAN: "set cards aside to draw others",
    w.D_MAIN: "main phase, what do you do?",
    w.D_PRIORITY: "you have priority",
    w.D_FOCUS: "you have focus",
    w.D_LOCATION: "where?",
    w.D_TARGET: "choose targets",
    w.D_PICK: "pick",
    w.D_MODE: "choose a mode",
    w.D_YES_NO: "do you want to?",
    w.D_NUMBER: "choose a number",
    w.D_PLAN: "choose how to pay",
    w.D_PLAYER: "choose a player",
    w.D_ORDER: "choose which ability goes on the chain next, the last one resolves first",
    w.D_ASSIGN: "choose who is assigned damage next",
    w.D_MOVE: "choose units to move",
    w.D_COST: "choose what to pay with",
    w.D_SHOWDOWN: "choose which showdown comes first",
    w.D_BATTLEFIELD: "choose a battlefield",
    w.D_REPLACE: "choose what it is used for, in place of what would happen",
    w.D_NAME: "choose a name",
    w.D_INVITE: "your teammate invites you to play a spell or use an ability",
}
TEXTS: Final = {
    "all-choices": "do you make all of its choices again?",
    "assign": "choose how much damage it is assigned",
    "banish": "choose what you banish to pay",
    "burn-out": "your deck ran out; choose who gains a point",
    "cost": "choose one of the costs",
    "disempower": "choose what you disempower to pay",
    "discount": "choose how the discount is taken",
    "either": "decide on one of the ways",
    "enter-ready": "does it enter ready?",
    "exhaust": "choose what you exhaust to pay",
    "facedown": "there is no room for all of these; choose what goes to the trash",
    "incurred": "do you pay what these choices cost?",
    "instance": "choose which of these the ability is about",
    "keep": "there are more targets than damage; choose which are dealt some",
    "kill": "choose what you kill to pay",
    "new-choices": "do you make this choice anew?",
    "next-cost": "choose which part of the cost you pay next",
    "predict": "choose what you recycle, the rest stays on top",
    "put-on-top": "choose what goes on top of the deck next, the last one lies uppermost",
    "put-outermost": "choose what goes on top of the deck or under it next, the last one lies outermost",
    "put-under": "choose what goes under the deck next, the last one lies lowest",
    "recycle": "choose what you recycle to pay",
    "returned": "choose what returns to its owner's hand to pay",
    "rune-order": "choose which rune goes under the rune deck next, the last one lowest",
    "split": "choose how much damage it is dealt",
    "spend-buffs": "choose whose buffs you spend",
    "spend_buffs": "choose whose buffs you spend to pay",
    "subset": "choose a target that is affected, they no longer fit together",
    "take-discount": "do you take the discount that you may have?",
    "top-or-bottom": "choose where it goes, 1 is on top of the deck and 2 under it",
    "unless": "do you do this to prevent what follows?",
    "x": "choose how much to pay",
}
# The words of keys that several kinds of question have.
_BY_KIND: Final = {
    (w.D_PICK, "discard"): "choose what you discard",
    (w.D_COST, "discard"): "choose what you discard to pay",
    (w.D_COST, "show"): "choose what you show off",
    (w.D_ORDER, "play"): "choose what you play next",
    (w.D_ORDER, "round"): "choose for which of them it is done next",
    (w.D_YES_NO, "pay"): "do you pay for this?",
    (w.D_ASSIGN, "assign"): PROMPTS[w.D_ASSIGN],
}
# The text of a yes-or-no question about an offer; one without words above is about an additional cost, by its name.
OFFERED: Final = "may"
# What a pick is for, by the verb of its instruction.
_PICKED: Final = {
    "pick attach": "is attached",
    "pick banish": "is banished",
    "pick buff": "is buffed",
    "pick deal": "is dealt damage",
    "pick discard": "is discarded",
    "pick draw": "is drawn",
    "pick exhaust": "is exhausted",
    "pick give": "it is given to",
    "pick heal": "is healed",
    "pick kill": "is killed",
    "pick move": "is moved",
    "pick play": "is played",
    "pick put": "is put there",
    "pick ready": "is readied",
    "pick recall": "is recalled",
    "pick recycle": "is recycled",
    "pick return": "is returned",
    "pick stun": "is stunned",
}
_PARTS: Final = {"returned": "return", "spend_buffs": "spend buffs of"}
_MANY: Final = 99


def decision_words(s: State) -> str:
    """Return the question of the decision at hand for people, in one line; empty if nothing is asked."""
    decision = s.decision
    if decision is None:
        return ""
    about = decision.about
    words = f"{capital(player_words(decision.player))}: {_prompt(s, decision)}"
    if about >= w.REF_LOCATION or about < w.NOBODY:
        words += f" [{ref_name(s, about, decision.player, shown=True)}]"
    return words + _counts(decision)


def _prompt(s: State, decision: Decision) -> str:
    said = _BY_KIND.get((decision.kind, decision.text)) or TEXTS.get(decision.text)
    if said is not None:
        return said
    if decision.kind == w.D_PICK and decision.text in _PICKED:
        return f"pick what {_PICKED[decision.text]}"
    if decision.kind == w.D_YES_NO and decision.text != OFFERED:
        extra = _extra(s, decision)
        if extra is not None and extra.shown:
            return "do you show something off with it?"
        return f"do you pay the additional cost{_extra_words(s, decision)}?"
    return PROMPTS[decision.kind]


def _counts(decision: Decision) -> str:
    lo, hi = decision.lo, min(decision.hi, len(decision.options))
    if lo == hi:
        return "" if lo == 1 else f" (choose {lo})"
    return f" (choose up to {hi})" if lo == 0 else f" (choose {lo} to {hi})"


# --- additional costs ------------------------------------------------------------------------------------------------


def _extra(s: State, decision: Decision) -> Extra | None:
    """Return the additional cost that a question asks for; None where it is about something else."""
    item = item_of(s, decision.about)
    if item is None or not decision.options:
        return None
    extras = extras_of(s, item)
    place = decision.options[0][1]
    return extras[place] if 0 <= place < len(extras) and extras[place].name == decision.text else None


def _extra_words(s: State, decision: Decision) -> str:
    """Return what the additional cost that is asked for is, with a space before it; its name is not for people."""
    item, extra = item_of(s, decision.about), _extra(s, decision)
    if item is None or extra is None:
        return ""
    said = cost_words(s, item, extra.cost)
    return f" of {said}" if said else ""


def cost_words(s: State, item: Item, cost: CostDef) -> str:
    """Return a cost in words, such as `2 energy and discard 1`; empty for none."""
    energy = 0 if cost.energy is None else cost.energy(s, item)
    words = [f"{energy} energy"] if energy > 0 else []
    words += [f"{len(cost.power)} power"] if cost.power else []
    words += [_part_words(s, item, part) for part in cost.parts]
    ways = [cost_words(s, item, way) for way in cost.ways]
    return " or ".join(part for part in (" and ".join(words), *ways) if part)


def _part_words(s: State, item: Item, part: CostPart) -> str:
    if part.text == "x":
        return "any amount"
    low, high = part.low(s, item), part.high(s, item)
    count = str(low) if low == high else "any number" if high >= _MANY else f"up to {high}"
    return f"{count} XP" if part.text == "xp" else f"{_PARTS.get(part.text, part.text)} {count}"
