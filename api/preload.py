"""What is loaded before the workers are forked: they share it, and none of their first requests waits for it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from riftcheck.api import card_documents, responses
from riftcheck.api.routes.games import game_service
from riftcheck.api.routes.goldfish import job_service
from riftcheck.store.errors import DatabaseError

if TYPE_CHECKING:
    from flask import Flask


def preload(app: Flask) -> None:
    """Load the engine, the documents of all cards and the keys of card search into an application.

    Existing tables of games and jobs are also migrated to this version. The store logs the errors of a migration.

    :raises CardDataError: if the card data or the ability of a card cannot be used.
    """
    from riftcheck.carddb.search import card_keys, description_keys  # noqa: PLC0415 - only a server needs this at once
    from riftcheck.engine.compile.pool import REFUSE  # noqa: PLC0415 - as above
    from riftcheck.goldfish.plan.card_pool import polarities_of, pool_for  # noqa: PLC0415 - as above

    with app.app_context():
        for database in (game_service().store.database, job_service().store.database):
            with suppress(DatabaseError):  # the store has logged it
                database.prepare()
        db = responses.state().db
        pool_for(db, REFUSE)
        polarities_of(db)
        card_keys(db)
        description_keys(db)
        for found in db.cards:
            card_documents.card(found, db)
