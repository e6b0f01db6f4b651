"""Points, XP, runes and what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import forbidden, get_index, rule_value
from riftcheck.engine.board.events import DOING, emit, item_id, publish
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import DOMAIN_PLACE, base_of, new_object, set_exhausted, take_top, touch_all
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_def

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


# --- players ----------------------------------------------------------------------------------------------------------


def gain(s: State, player: int, points: int, how: int = w.NOBODY) -> bool:
    """Let a player gain points (CR 194); `how` is E_CONQUER or E_HOLD for the point of scoring (CR 473.1)."""
    return perform(s, [Event(w.E_GAIN, player, player, -1, -1, how, points, item_id(s), None)])


def do_gain(s: State, events: list[Event]) -> list[int]:
    """Add points to the team's score, unless a `can't` forbids it."""
    done: list[int] = []
    for event in events:
        if event.amount <= 0 or forbidden(s, w.E_GAIN, event):
            continue
        add_points(s, event.player, event.amount)
        done.append(event.player)
        publish(s, event)
        win_at_once(s, event.player)
    return done


def add_points(s: State, player: int, points: int) -> None:
    """Change a team's points; never below 0 (CR 194.4, 491.8.d)."""
    team = s.team[player]
    s.points[team] = max(0, s.points[team] + points)
    s.dirty |= w.DIRTY_POINTS
    touch_all(s)


def win_at_once(s: State, player: int) -> None:
    """End the game where points win as they are gained, by versions that do not leave it to a cleanup."""
    team = s.team[player]
    if not s.rules.win_in_cleanup and s.winner < 0 and s.points[team] >= victory_score(s):
        win(s, team)


def leads(s: State, team: int) -> bool:
    """Return True if a team has the Victory Score and more points than every other team that is still in the game.

    CR 323.1, 432.3.c.
    """
    points = s.points[team]
    others = [other for player, other in enumerate(s.team) if other != team and not s.players[player].gone]
    return points >= victory_score(s) and all(points > s.points[other] for other in others)


def win(s: State, team: int) -> None:
    """End the game: a team has won, and that is an event."""
    s.winner = team
    emit(s, w.E_WIN, team, team, amount=s.points[team])


def lose_points(s: State, player: int, points: int) -> bool:
    """Let a player lose points; nothing happens, and nothing triggers, at 0 points (CR 194.4)."""
    if points <= 0 or s.points[s.team[player]] == 0:
        return False
    add_points(s, player, -points)
    emit(s, w.E_LOSE, player, player, amount=points)
    return True


def victory_score(s: State) -> int:
    """Return the Victory Score in force (CR 194.3)."""
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    return rule_value(s, "victory score", s.victory) if index.rules else s.victory


def gain_xp(s: State, player: int, amount: int) -> None:
    """Let a player gain XP (CR 730); XP is not shared with teammates (CR 732)."""
    if amount > 0:
        s.players[player].xp += amount
        touch_all(s)
        emit(s, w.E_XP, player, player, amount=amount)


def channel(s: State, player: int, count: int, *, exhausted: bool = False) -> list[int]:
    """Channel runes from the top of the rune deck, as many as there are (CR 431)."""
    p = s.players[player]
    done: list[int] = []
    for _ in range(min(count, len(p.rune_deck))):
        card = take_top(s, p.rune_deck)
        o = new_object(s, card, card_def(s, card), player, player, base_of(player))
        if exhausted:
            set_exhausted(s, o, exhausted=True)
        done.append(o.id)
    if done:
        touch_all(s)
        emit(s, w.E_CHANNEL, player, player, amount=len(done))
    return done


def add_resources(s: State, player: int, energy: int, power: tuple[int, ...], group: int) -> None:
    """Add energy and power to a pool (CR 430); [A] becomes power of any domain (CR 135.2.e.5.b)."""
    pool = s.players[player].pool
    start = group * w.POOL_GROUP
    pool[start] += energy
    for mask in power:
        slot = DOMAIN_PLACE.get(mask)
        pool[start + (w.POOL_ANY if slot is None else 1 + slot)] += 1
    emit(s, w.E_ADD, player, player, amount=energy + len(power))


DOING[w.E_GAIN] = do_gain
