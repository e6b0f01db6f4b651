"""The numbers that the engine thinks in: types, domains, keywords, frames, decisions, options, events.

Everything is a `Final` literal, so that a compiler can fold it; the names are the rulebook's.
"""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
# `Item.only_to` of a permanent that may be played at any battlefield that its player controls, and nowhere else.
OWN_FIELDS: Final = -3
# The same of one that may be played at any battlefield, whoever controls it, and nowhere else.
ALL_FIELDS: Final = -4

# --- card types (CR 133), one bit each; TOKEN, CHAMPION and SIGNATURE are categories beside them ----------------------
UNIT: Final = 1
GEAR: Final = 2
SPELL: Final = 4
RUNE: Final = 8
LEGEND: Final = 16
BATTLEFIELD: Final = 32
TOKEN: Final = 64
CHAMPION: Final = 128
SIGNATURE: Final = 256
EQUIPMENT: Final = 512
PERMANENT: Final = UNIT | GEAR
MAIN_DECK: Final = UNIT | GEAR | SPELL

# --- domains (CR 134), one bit each in the rules' order --------------------------------------------------------------
FURY: Final = 1
CALM: Final = 2
MIND: Final = 4
BODY: Final = 8
CHAOS: Final = 16
ORDER: Final = 32
ANY_DOMAIN: Final = 63

# --- rune pools (CR 163.2.b, 166) -------------------------------------------------------------------------------------
# Groups of numbers, for any use, for spells, in showdowns, for gear and its abilities, for units and theirs, to play
# units or gear; in each energy, the power of the six domains, and power of any domain.
POOL_GROUP: Final = 8
POOL_ANY: Final = 7
POOL_SIZE: Final = 48
# An empty pool, to compare with: nobody changes it.
NO_POOL: Final = [0] * POOL_SIZE

# --- keywords (CR 800-832), one bit each; values stand beside ---------------------------------------------------------
K_ACTION: Final = 1 << 1
K_AMBUSH: Final = 1 << 2
K_ASSAULT: Final = 1 << 3
K_BACKLINE: Final = 1 << 4
K_DEFLECT: Final = 1 << 5
K_FLOW: Final = 1 << 8
K_GANKING: Final = 1 << 9
K_HIDDEN: Final = 1 << 10
K_QUICK_DRAW: Final = 1 << 12
K_REACTION: Final = 1 << 13
K_TANK: Final = 1 << 16
K_DEATHKNELL: Final = 1 << 21
K_LEGION: Final = 1 << 22
K_LEVEL: Final = 1 << 23
K_EMPOWERED: Final = 1 << 24
K_DEPLOY: Final = 1 << 25
K_DISARM: Final = 1 << 26
K_SHOW_OFF: Final = 1 << 27

KEYWORD_BITS: Final[dict[str, int]] = {
    "accelerate": 1 << 0,
    "action": K_ACTION,
    "ambush": K_AMBUSH,
    "assault": K_ASSAULT,
    "backline": K_BACKLINE,
    "deathknell": K_DEATHKNELL,
    "deflect": K_DEFLECT,
    "deploy": K_DEPLOY,
    "disarm": K_DISARM,
    "empower": 1 << 6,
    "empowered": K_EMPOWERED,
    "equip": 1 << 7,
    "flow": K_FLOW,
    "ganking": K_GANKING,
    "hidden": K_HIDDEN,
    "hunt": 1 << 11,
    "legion": K_LEGION,
    "level": K_LEVEL,
    "quick-draw": K_QUICK_DRAW,
    "reaction": K_REACTION,
    "repeat": 1 << 14,
    "shield": 1 << 15,
    "show-off": K_SHOW_OFF,
    "tank": K_TANK,
    "temporary": 1 << 17,
    "unique": 1 << 18,
    "vision": 1 << 19,
    "weaponmaster": 1 << 20,
}

# --- phases (CR 314-317) ---------------------------------------------------------------------------------------------
SETUP: Final = 0
AWAKEN: Final = 1
BEGINNING: Final = 2
CHANNEL: Final = 3
DRAW: Final = 4
MAIN: Final = 5
ENDING: Final = 6
# The steps of the Beginning and the Ending Phase, as parts of the turn that can be skipped (CR 444.1.a.2).
BEGINNING_STEP: Final = 7
SCORING_STEP: Final = 8
ENDING_STEP: Final = 9
EXPIRATION_STEP: Final = 10

# --- combat roles (CR 466.2.c) ---------------------------------------------------------------------------------------
ATTACKER: Final = 1
DEFENDER: Final = 2
# The origin of the attack or defend event with which a player gets the role, and not only one more unit.
PLAYERS_FIRST: Final = -2

# --- zones that a card can be in; an object on the board has none of these --------------------------------------------
Z_HAND: Final = 0
Z_DECK: Final = 1
Z_TRASH: Final = 2
Z_BANISHED: Final = 3
Z_CHAMPION: Final = 4
Z_RUNE_DECK: Final = 5
Z_BOARD: Final = 6
Z_LEGENDS: Final = 7
Z_FACEDOWN: Final = 8
Z_NOWHERE: Final = 9

# --- frames: unfinished work -----------------------------------------------------------------------------------------
F_SETUP: Final = 0
F_TURN: Final = 1
F_SHOWDOWN: Final = 2
F_CLEANUP: Final = 3
F_FINALIZE: Final = 4
F_RESOLVE: Final = 5
F_EVENT: Final = 6
F_PLACE: Final = 7
F_MOVE: Final = 8
F_DRAW: Final = 9
F_PAY: Final = 10
F_RECHOOSE: Final = 11
F_REMAKE: Final = 12

# --- kinds of decision -----------------------------------------------------------------------------------------------
D_MULLIGAN: Final = 0
D_MAIN: Final = 1
D_PRIORITY: Final = 2
D_FOCUS: Final = 3
D_LOCATION: Final = 4
D_TARGET: Final = 5
D_PICK: Final = 6
D_MODE: Final = 7
D_YES_NO: Final = 8
D_NUMBER: Final = 9
D_PLAN: Final = 10
D_PLAYER: Final = 11
D_ORDER: Final = 12
D_ASSIGN: Final = 13
D_MOVE: Final = 14
D_COST: Final = 15
D_SHOWDOWN: Final = 16
D_BATTLEFIELD: Final = 17
D_REPLACE: Final = 18
D_NAME: Final = 19
D_INVITE: Final = 20

# --- kinds of option: (kind, subject, detail) ------------------------------------------------------------------------
O_PASS: Final = 0
O_END: Final = 1
O_PLAY: Final = 2
O_HIDE: Final = 3
O_ACTIVATE: Final = 4
O_MOVE: Final = 5
O_REF: Final = 6
O_LOCATION: Final = 7
O_MODE: Final = 8
O_NUMBER: Final = 9
O_YES: Final = 10
O_NO: Final = 11
O_PLAN: Final = 12
O_PLAYER: Final = 13
O_ITEM: Final = 14
O_INVITE: Final = 15
# The detail of O_HIDE is the location, and this times the number of the price where there are several.
HIDE_PRICE: Final = 16
# The detail of an option of D_REPLACE is the place of the replacement among those offered, less than this, and this
# times the number of the definition whose text it is.
REPLACE_PLACES: Final = 4096

# --- events (CR 370.1.a): what can be triggered on, replaced, forbidden and counted -----------------------------------
E_PLAY: Final = 0
E_FINALIZE: Final = 1
E_CONQUER: Final = 2
E_HOLD: Final = 3
E_ATTACK: Final = 4
E_DEFEND: Final = 5
E_MOVE: Final = 6
E_DIE: Final = 7
E_PHASE: Final = 8
E_TURN_ENDS: Final = 9
E_CHOOSE: Final = 10
E_WIN_COMBAT: Final = 11
E_LOSE_COMBAT: Final = 12
E_COMBAT_ENDS: Final = 13
E_COMBAT_STARTS: Final = 14
E_SHOWDOWN_STARTS: Final = 15
E_DAMAGE: Final = 16
E_BECOMES: Final = 17
E_MIGHT: Final = 18
E_DISCARD: Final = 19
E_RECYCLE: Final = 20
E_STUN: Final = 21
E_BUFF: Final = 22
E_READY: Final = 23
E_EXHAUST: Final = 24
E_ATTACH: Final = 25
E_DETACH: Final = 26
E_LOOK: Final = 27
E_REVEAL: Final = 28
E_USE: Final = 29
E_HIDE: Final = 30
E_DRAW: Final = 31
E_BANISH: Final = 32
E_BURN: Final = 33
E_SPEND_BUFF: Final = 34
E_RETURN: Final = 35
E_LEAVE: Final = 36
E_GAIN: Final = 37
E_LOSE: Final = 38
E_CHANNEL: Final = 39
E_COUNTER: Final = 40
E_EMPOWER: Final = 41
E_XP: Final = 42
E_HEAL: Final = 43
E_ENTER: Final = 44
E_PUT_TRASH: Final = 45
E_RECALL: Final = 46
E_TIE_RECALL: Final = 47
E_SPEND: Final = 48
E_BURN_OUT: Final = 49
E_ADD: Final = 50
E_CONTROL: Final = 51
E_TURN_STARTS: Final = 52
E_PASS: Final = 53
E_SHUFFLE: Final = 54
E_PREDICT: Final = 55
E_WIN: Final = 56
E_REMOVED: Final = 57
E_SCORE: Final = 58
E_WEAKEN: Final = 59
E_ACTIVATE: Final = 60
EVENT_KINDS: Final = 61
EVENTS: Final = range(EVENT_KINDS)

# --- what a change can make necessary (dirty bits, CR 319) ------------------------------------------------------------
DIRTY_DAMAGE: Final = 1
DIRTY_PRESENCE: Final = 2
DIRTY_POINTS: Final = 4
DIRTY_CHAIN: Final = 8
DIRTY_STATUS: Final = 16
DIRTY_ALL: Final = 31

# --- how long an effect lasts ----------------------------------------------------------------------------------------
U_FOREVER: Final = 0
U_TURN: Final = 1
U_COMBAT: Final = 2
U_BEGINNING: Final = 3
U_LEAVES: Final = 4
U_DETACHED: Final = 5
U_ENDING: Final = 6
U_ANEW: Final = 7

# --- references: players, then locations, then objects and chain items; cards off the board are negative --------------
REF_LOCATION: Final = 8
FIRST_ID: Final = 32

# --- kinds of effect that lasts on an object (`Mod.kind`) ---------------------------------------------------------
M_MIGHT: Final = 0
M_SET: Final = 1
M_GRANT: Final = 2
M_CONTROL: Final = 3
M_COPY: Final = 4
M_ADDED: Final = 5
M_UNIT: Final = 6
