"""The context of one text that is compiled: its names and their slots, its openings, its instructions so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from riftcheck.engine.compile.core.subjects import Unsupported, controller_of, owner_of, self_ref, snap_of, speaker
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.objects import PLAYED
from riftcheck.engine.model.references import NOTED, SHOWN_FIELDS, ref_card, shown_refs
from riftcheck.engine.model.scripts import Opening, Script, Step
from riftcheck.engine.model.turn_order import opponents, players_from

if TYPE_CHECKING:
    from riftcheck.carddb.abilities import phrases as p
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import Op, Refs
    from riftcheck.engine.model.state import State

Act = Callable[["State", "ResolveFrame", "Item"], bool]
Players = Callable[["State", "Env"], "list[int] | tuple[int, ...]"]

THEY: Final = "they"
# The name under which a spell that was played again keeps the chain items that it was before.
AGAIN: Final = "#again"
# The name of all that an event of "one or more" things happened to.
THEM: Final = "them"


class Context:
    """The compiling of one script. `names` maps names to slots; those of the card (paid costs) come first."""

    def __init__(self, pool: Pool, key: str, card_names: tuple[str, ...] = (), spell: bool = False) -> None:
        self.pool = pool
        self.key = key
        self.spell = spell
        # A spell is at no location, and what it sets up is not either.
        self.nowhere = spell
        # What has the text, where that is at no location; what a text gives away is had by something else.
        self.placeless = "a spell" if spell else ""
        self.names: dict[str, int] = {name: number for number, name in enumerate(card_names)}
        self.openings: list[Opening] = []
        # The numbers of those that choose battlefields.
        self.battlefields: set[int] = set()
        self.ops: list[Op] = []
        # The instruction or step that each of them carries out.
        self.acts: list[type[Instruction] | Step] = []
        # The instruction that is being compiled: whose operations are appended.
        self.verb: type[Instruction] | None = None
        self.adds = False
        # True where an effect lasts until the ability chooses another thing.
        self.anew = False
        # The openings are asked only under this condition (a branch that hangs on a declared cost), or this mode.
        self.when: Callable[[State, Env], bool] | None = None
        self.mode = -1
        # The things of `its controller`: the targets or results of the line before.
        self.last: Refs | None = None
        # Those of the line that sets up what is compiled here, where no event of its own has an `it`.
        self.outer: Refs | None = None
        # The references of the line so far: they are not "another".
        self.said: list[Refs] = []
        # The players that the line so far asks for, by their words: whoever does something, or chooses.
        self.asked: set[p.Who | str | None] = set()
        # The player chosen last: `they` and `that player`, before the one of the event.
        self.player: Refs | None = None
        # The thing of `its` in each line, by path (see `riftcheck.carddb.abilities.names.binder.its`).
        self.its: dict[str, p.Ref] = {}
        # The mask that pays [C] of this card.
        self.own = w.ANY_DOMAIN
        self.card_names: tuple[str, ...] = card_names
        # Those of them that hold what is shown off: it is not moved, so nothing follows it.
        self.shown: frozenset[str] = frozenset()
        # Any amount is paid for as many units as the spell chooses.
        self.paid_by_number = False
        # Names already given by a choice, and names that each player has of their own.
        self.bound: set[str] = set()
        self.per_player: list[str] = []
        # The slots of names for what an instruction plays: a chain item, until that enters.
        self.played: set[int] = set()
        # Names for what an instruction has moved off the board: its traits are those that it had there.
        self.left: set[str] = set()
        # What is compiled is the number of a passive, which is reckoned for one object after the other: `it`.
        self.reckoned = False
        # The event is of one or more things, which `them` are.
        self.grouped = False
        # What is compiled is the cost of an ability of a keyword: `it` is what that ability chooses.
        self.chooses_it = False

    # --- names ----------------------------------------------------------------------------------------------------

    def slot(self, name: str) -> int:
        """Return the slot of a name, a new one if need be."""
        return self.names.setdefault(name, len(self.names))

    def fresh(self) -> int:
        """Return a slot without a name."""
        return self.slot(f"#{len(self.names)}")

    def refs(self, ref: p.Ref) -> Refs:
        """Return the function of the references that a name holds where it is read.

        :raises Unsupported: if the engine knows nothing that the name holds there.
        """
        name = ref.name
        if name == "me":
            return lambda s, env: [self_ref(s, env)]
        if name == "this":
            if self.spell:
                return lambda s, env: [self_ref(s, env)]
            return lambda s, env: [env.this] if env.this in s.board else [self_ref(s, env)]
        if name == "it":
            return _chosen if self.chooses_it else _it
        if name in ("you", "that player", THEY, "its controller", "its owner", "opponent", "opponents"):
            who = self.who(name)
            return lambda s, env: list(who(s, env))
        if name.startswith("this."):
            return _noted(name[5:])
        if name == THEM and not self.grouped:
            message = "them, where no event is of one or more things"
            raise Unsupported(message)
        slot = self.slot(name)
        if name in self.shown:
            return lambda s, env: _current(s, shown_refs(env.slots[slot])) if slot < len(env.slots) else []

        def held(_s: State, env: Env) -> list[int]:
            return list(env.slots[slot]) if slot < len(env.slots) else []

        return held

    def noted(self, ref: p.Ref) -> Refs:
        """Return the function of a name's references for reading traits: me, as I was when I left (CR 808.1.d.3).

        So is what the item itself has moved away (CR 359.3.e.13). Of an object that left without the ability,
        nothing is known (CR 359.3.e.12).
        """
        refs = self.refs(ref)
        if ref.name in self.left:
            return lambda s, env: [_before_it_left(env, held) for held in refs(s, env)]
        if ref.name not in ("me", "this"):
            return refs
        this = ref.name == "this"

        def noted(s: State, env: Env) -> list[int]:
            held = env.this if this and env.this >= 0 else env.me
            return [held] if held >= 0 and held not in s.board else refs(s, env)

        return noted

    def shown_values(self, ref: p.Ref, trait: str) -> Refs:
        """Return the function of a trait of each thing shown off, as it was then (CR 832.1.d.1); none if not noted."""
        place = 2 + ("might", "energy", "power").index(trait)
        name = ref.name
        slot = self.slot(name)

        def values(s: State, env: Env) -> list[int]:
            held = list(env.slots[slot]) if slot < len(env.slots) else []
            if not held and name.startswith("this."):
                held = _notes(s, env, (name[5:],))
            return held[place::SHOWN_FIELDS] if held and held[0] == NOTED else []

        return values

    # --- players --------------------------------------------------------------------------------------------------

    def who(self, word: p.Who | str | None) -> Players:
        """Return the players that a word means.

        :raises Unsupported: if the engine knows no such player here.
        """
        self.asked.add(word)
        if word in (None, "you"):
            return _you
        if word == "that player":
            return self._that_player()
        if word in ("opponent", "opponents"):
            return lambda s, env: opponents(s, env.you) if speaker(env) >= 0 else ()
        if word in ("player", "any", "players"):
            return lambda s, env: players_from(s, s.tp)
        if word == "team":
            return lambda s, env: [
                pl for you in _you(s, env) for pl in players_from(s, you) if s.team[pl] == s.team[you]
            ]
        if word == "attacker":
            return lambda s, env: [s.attacker] if s.attacker >= 0 else []
        if word == "defender":
            return lambda s, env: [s.defender] if s.defender >= 0 else []
        if word == THEY:
            return self._they()
        if word == "its controller":
            return self._of_last(controller_of)
        if word == "its owner":
            return self._of_last(owner_of)
        message = f"the player {word}"
        raise Unsupported(message)

    def _they(self) -> Players:
        slot = self.names.get(THEY, -1)
        chosen = self.player

        def they(s: State, env: Env) -> tuple[int, ...]:
            if 0 <= slot < len(env.slots) and env.slots[slot]:
                return _in_game(s, env.slots[slot])
            found = () if chosen is None else tuple(chosen(s, env))
            return _in_game(s, found or (env.who,))

        return they

    def _that_player(self) -> Players:
        chosen = self.player

        def that_player(s: State, env: Env) -> tuple[int, ...]:
            found = () if chosen is None else tuple(chosen(s, env))
            return _in_game(s, found or (env.who,))

        return that_player

    def _of_last(self, read: Callable[[State, Env, int], int]) -> Players:
        last, outer = self.last, self.outer

        def of_last(s: State, env: Env) -> tuple[int, ...]:
            if last is not None:
                refs = last(s, env)
            elif env.it != w.NOBODY or outer is None:
                refs = [env.it]
            else:
                refs = outer(s, env)
            return _in_game(s, tuple(read(s, env, ref) for ref in refs[:1]))

        return of_last

    # --- instructions ---------------------------------------------------------------------------------------------

    def add(self, act: Act, step: Step | None = None) -> None:
        """Append an operation that runs once it returns True; False leaves it waiting.

        It carries out the instruction that is being compiled, unless it is a step by itself.
        """
        carried_out = step or self.verb
        assert carried_out is not None
        following = len(self.ops) + 1

        def op(s: State, f: ResolveFrame, item: Item) -> int:
            return following if act(s, f, item) else w.NOBODY

        self.ops.append(op)
        self.acts.append(carried_out)

    def jump(self) -> Callable[[], None]:
        """Append a jump to a place that the returned function sets to where the next instruction will be."""
        target = [0]

        def op(_s: State, _f: ResolveFrame, _item: Item) -> int:
            return target[0]

        self.ops.append(op)
        self.acts.append(Step.JUMP)

        def here() -> None:
            target[0] = len(self.ops)

        return here

    def branch(self, test: Callable[[State, Env], bool]) -> Callable[[], None]:
        """Append a jump that is taken unless a test holds."""
        target = [0]
        following = len(self.ops) + 1

        def op(s: State, _f: ResolveFrame, item: Item) -> int:
            return following if test(s, item) else target[0]

        self.ops.append(op)
        self.acts.append(Step.JUMP)

        def here() -> None:
            target[0] = len(self.ops)

        return here

    def raw(self, op: Op) -> None:
        """Append an operation that says itself which is the next."""
        self.ops.append(op)
        self.acts.append(Step.JUMP)

    def script(self) -> Script:
        """Return the finished script and make it findable by its key."""
        made = Script(
            self.key,
            tuple(self.ops),
            tuple(self.openings),
            len(self.names),
            self.adds,
            tuple(self.names),
            tuple(self.acts),
            tuple(sorted(self.played)),
        )
        made.anew = self.anew
        self.pool.found[self.key] = made
        return made


def child(ctx: Context, key: str) -> Context:
    """Return the compiling of a text inside another: it knows the names given so far."""
    inner = Context(ctx.pool, key)
    inner.names = dict(ctx.names)
    inner.played = set(ctx.played)
    inner.left = set(ctx.left)
    inner.its = ctx.its
    inner.outer = ctx.outer
    inner.player = ctx.player
    inner.nowhere = ctx.nowhere
    inner.placeless = ctx.placeless
    inner.own = ctx.own
    inner.card_names = ctx.card_names
    inner.shown = ctx.shown
    inner.chooses_it = ctx.chooses_it
    return inner


def given_away(ctx: Context) -> Context:
    """Return the compiling of the abilities that a text gives to something else, which is somewhere."""
    inner = child(ctx, ctx.key)
    inner.placeless = ""
    return inner


def _before_it_left(env: Env, ref: int) -> int:
    """Return the reference to the object that a card was until the item moved it, or the one that is given."""
    return next((oid for oid, snap in env.snaps.items() if snap.ref == ref), ref)


def _it(_s: State, env: Env) -> list[int]:
    return [env.it] if env.it != w.NOBODY else []


def _chosen(_s: State, env: Env) -> list[int]:
    return list(env.chosen[0]) if isinstance(env, Item) and env.chosen else []


def _you(_s: State, env: Env) -> tuple[int, ...]:
    player = speaker(env)
    return (player,) if player >= 0 else ()


def _in_game(s: State, players: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players without those who have left the game (CR 652) and without the mark for no player."""
    for player in players:
        if player < 0 or s.players[player].gone:
            return tuple(other for other in players if other >= 0 and not s.players[other].gone)
    return players


def _current(s: State, refs: Sequence[int]) -> list[int]:
    """Leave out the cards off the board that have changed zones since: each is another object (CR 124)."""
    return [ref for ref in refs if ref >= w.NOBODY or ref_card(s, ref) >= 0]


def _noted(name: str) -> Refs:
    keys = (name, PLAYED + name)
    return lambda s, env: _current(s, shown_refs(_notes(s, env, keys)))


def _notes(s: State, env: Env, keys: tuple[str, ...]) -> list[int]:
    source = env.this if env.this >= 0 else env.me
    # What the ability has paid with itself, and what has died, still knows what it kept (CR 808.1.d.3).
    o = s.board.get(source) or snap_of(env, source)
    return [] if o is None else [ref for key, refs in o.notes if key in keys for ref in refs]
