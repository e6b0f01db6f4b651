"""Where databases are when nobody says where."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def default_file(name: str) -> Path:
    """Return the file of a name in the user's data folder; it need not be there."""
    return Path(platformdirs.user_data_dir("riftcheck", appauthor=False)) / name
