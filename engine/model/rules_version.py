"""The versions of the Core Rules that the engine can play, as fields of one frozen object.

Engine code reads the fields and never compares versions. Each field is a difference that a case can show
(tests/engine/model/test_rules_versions.py has one for each); the numbers in the comments are those of 1.5 unless
another version is named. 1.4.1 is Core Rules 1.4 with the Vendetta FAQ of 2026-08-14, which outranks them; its rulings
are cited as VFAQ n. docs/decisions/0032-the-engine-by-core-rules-1-5.md lists what 1.5 changes.

What has no field, because it comes to the same or is not played:

* Pools are emptied when the Main Phase starts (316.3); before 1.4 that was the last task of the Draw Phase, and nothing
  happens between the two.
* The expiration of "this turn" effects is repeated by 1.0: 517.4 as well.
* By 1.0: 525 a showdown is opened only where nobody controls the battlefield. Control without a unit of one's own there
  is lost at once (1.0: 181.4), so wherever somebody else is to contest one, there is a combat, or nobody controls it.
* What 1.0 calls Active and Relevant Players comes to the same in a duel. With more players some may not act in a combat
  unless they are invited; that is not played, and `Game.start` refuses it (`everyone_gets_priority`).
* Rulings of the Vendetta FAQ that follow from 1.4, or decide what it leaves open, hold in every version.
* Keywords, actions and tokens younger than a version are played as they are: a version does not take cards away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """One version of the rules; by default Core Rules 1.5 (2026-10-09)."""

    name: str = "1.5"
    # CR 359.3.e.14.a-b, VFAQ 34; 1.4: 359.3.e.14.a: if an instruction could not be carried out, unless because it was
    # replaced, the instructions linked to it are not carried out either. 1.0 has no linked instructions.
    negated_keeps_links: bool = True
    # CR 753, 754; 1.4: 751.1, 1.4: 753, 1.4: 754: new choices are any number of those that were made, each of them
    # differs from the one before, and only what was no target before triggers.
    all_choices_made_again: bool = True
    # CR 359.3.e.9.a; 1.4: 359.3.e.9.a: what was chosen off the board and has changed zones since counts as chosen.
    moved_cards_not_chosen: bool = True
    # CR 383.4.g.2; 1.4: 383.4.g.1 alone: an effect that is activated is no effect of an event at a place, which another
    # ability lets trigger once more.
    activated_is_no_event: bool = True
    # CR 430.2; 1.4: 429.2: an Add ability that triggers waits for what resolves and for older pending items.
    adds_at_once: bool = True
    # CR 323.1; 1.0: 633: the first player to reach the Victory Score wins at once.
    win_in_cleanup: bool = True
    # CR 473.1.b; 1.0: 632.1.b: only exactly one point short.
    final_point_or_higher: bool = True
    # CR 323.5; 1.0: 181.4: control is lost as soon as nobody of the controller is there.
    control_lost_when_open: bool = True
    # CR 383.4.e.2.a; Origins FAQ on 1.0: a unit that attacks again triggers again.
    attack_triggers_once: bool = True
    # CR 467.2.c.4; 1.0: 626.1.d.2: a unit may be assigned more than lethal damage while others lack it.
    no_over_assignment: bool = True
    # CR 468.1.a.1; 1.0: 627.5: damage is healed after all other steps of a combat.
    heal_before_recheck: bool = True
    # CR 809.1.c; 1.0 and 1.2: once for each spell, however often it chooses.
    deflect_per_choice: bool = True
    # CR 811.1.b; 1.0: 723: hiding costs Power of the deck's own domains.
    hide_costs_any: bool = True
    # CR 323.6.a; 1.0: 523: a facedown card is lost without an own unit there.
    hidden_kept_by_control: bool = True
    # CR 355.4; 1.0: destinations are chosen when the effect is executed.
    destination_at_finalize: bool = True
    # CR 143.2.c.1; 1.0: 139.2.b: Might below 0 is 0 for every purpose.
    negative_might: bool = True
    # CR 383.3.a; 1.0: `you may` is decided when the trigger resolves.
    may_at_finalize: bool = True
    # CR 432.1.c; 1.0: 607.1.b: looking at an empty deck burns out.
    burn_out_on_look: bool = False
    # CR 432.2.b; 1.0: 607.2.a: the trash is shuffled into the deck, which is no recycling.
    burn_out_recycles: bool = True
    # CR 812.1.c; 1.0 and 1.2: any card played this turn, the card itself included if it is not being played.
    legion_needs_other_card: bool = True
    # CR 420.4.b; 1.0: 595.4.b: a countered card was never played.
    countered_counts_as_played: bool = True
    # CR 424.1.a.2; 1.0: 599.1.a.2: stun ends when the Ending Step starts.
    stun_ends_in_expiration: bool = True
    # CR 135.2.e.6.c; before 1.4 [C] of a card of two domains is power of any domain.
    own_power_is_own: bool = True
    # CR 346.1; 1.0: 552: focus passes after every chain.
    focus_stays_after_triggers: bool = True
    # CR 471.2; before 1.4 a hold is not barred by an earlier score this turn.
    hold_needs_unscored: bool = True
    # CR 811.1.d.3; 1.4: 811.1.d.2: the play effect chooses at the battlefield where the permanent was hidden.
    hidden_chooses_where_played: bool = True
    # CR 811.5.a; 1.4: 811.5.a: a card has Hidden while it is facedown, too.
    facedown_has_hidden: bool = False
    # CR 479.1.a; 1.4: 477.1.b: copies and what becomes a unit are in one layer, and the newest counts.
    copies_in_own_layer: bool = True
    # CR 832.1.d.1; 1.4.1 has no Show Off, and values are read on execution (1.4: 359.3.f.2).
    shown_off_is_noted: bool = True
    # CR 339; 1.0: 529-531: in a combat only those who fight and those they invite; such games are refused.
    everyone_gets_priority: bool = True


LATEST: Final = RulesVersion()
V1_4_1: Final = replace(
    LATEST,
    name="1.4.1",
    all_choices_made_again=False,
    hidden_chooses_where_played=False,
    facedown_has_hidden=True,
    copies_in_own_layer=False,
    shown_off_is_noted=False,
    moved_cards_not_chosen=False,
    activated_is_no_event=False,
    adds_at_once=False,
)
V1_4: Final = replace(V1_4_1, name="1.4", negated_keeps_links=False)
V1_2: Final = replace(
    V1_4,
    name="1.2",
    win_in_cleanup=False,
    final_point_or_higher=False,
    deflect_per_choice=False,
    negative_might=False,
    may_at_finalize=False,
    legion_needs_other_card=False,
    stun_ends_in_expiration=False,
    own_power_is_own=False,
    hold_needs_unscored=False,
)
V1_0: Final = replace(
    V1_2,
    name="1.0",
    negated_keeps_links=True,
    control_lost_when_open=False,
    attack_triggers_once=False,
    no_over_assignment=False,
    heal_before_recheck=False,
    hide_costs_any=False,
    hidden_kept_by_control=False,
    destination_at_finalize=False,
    burn_out_on_look=True,
    burn_out_recycles=False,
    countered_counts_as_played=False,
    focus_stays_after_triggers=False,
    everyone_gets_priority=False,
)
VERSIONS: Final[dict[str, RulesVersion]] = {rules.name: rules for rules in (V1_0, V1_2, V1_4, V1_4_1, LATEST)}
