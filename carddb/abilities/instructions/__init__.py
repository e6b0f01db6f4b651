"""The nodes of the lines in a `do` list: a frozen one for each verb of the ability language, with its declaration.

Every instruction may carry `condition` (skip unless), `by` (who does it), `may` (asked when the line runs) and `into`
(the name given by `as`). A verb's own arguments follow. The order of a card's lines is the order of execution
(CR 359.3.d). A class that is declared in one of the modules below is a verb; nothing else lists them.
"""

from __future__ import annotations

from riftcheck.carddb.abilities.instructions.acts import *
from riftcheck.carddb.abilities.instructions.base import ActOn as ActOn
from riftcheck.carddb.abilities.instructions.base import Instruction as Instruction
from riftcheck.carddb.abilities.instructions.base import Until as Until
from riftcheck.carddb.abilities.instructions.blocks import *
from riftcheck.carddb.abilities.instructions.cards import *
from riftcheck.carddb.abilities.instructions.declaration import VERBS as VERBS
from riftcheck.carddb.abilities.instructions.declaration import Effect as Effect
from riftcheck.carddb.abilities.instructions.declaration import Verb as Verb
from riftcheck.carddb.abilities.instructions.declaration import language as language
from riftcheck.carddb.abilities.instructions.declaration import verb as verb
