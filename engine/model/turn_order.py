"""Turn order, teams and opponents among the players still in the game (CR 115, 740)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


def enemies(s: State, one: int, other: int) -> bool:
    """Tell whether two players are opponents (CR 740.1.b)."""
    return one >= 0 and other >= 0 and s.team[one] != s.team[other]


def allies(s: State, one: int, other: int) -> bool:
    """Tell whether two players are of one team, or the same (CR 740.1.a)."""
    return one >= 0 and other >= 0 and s.team[one] == s.team[other]


def next_player(s: State, player: int) -> int:
    """Return the next player in turn order who is still in the game (CR 115)."""
    order, players = s.order, s.players
    count = len(order)
    place = 0
    while order[place] != player:
        place += 1
    for further in range(place + 1, place + count):
        other = order[further % count]
        if not players[other].gone:
            return other
    return player


def players_from(s: State, first: int) -> list[int]:
    """Return the players still in the game in turn order, starting with `first`."""
    order = s.order
    if order[0] != first:
        place = order.index(first)
        order = order[place:] + order[:place]
    players = s.players
    return [player for player in order if not players[player].gone]


def count_players(s: State) -> int:
    """Return the number of players who are still in the game."""
    count = 0
    for p in s.players:
        if not p.gone:
            count += 1
    return count


def teammates(s: State, player: int) -> list[int]:
    """Return the teammates of a player still in the game, in turn order after that player."""
    team = s.team
    own = team[player]
    for other, its in enumerate(team):
        if its == own and other != player:
            return [mate for mate in players_from(s, player)[1:] if team[mate] == own]
    return []


def opponents(s: State, player: int) -> list[int]:
    """Return the opponents of a player still in the game, in turn order after that player."""
    team = s.team
    return [other for other in players_from(s, player) if team[other] != team[player]]
