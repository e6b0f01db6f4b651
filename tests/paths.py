"""Where the tests find the repository and what it ships."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
# Each room by the folder that is imported: a link to one at the root, but for `library`.
ROOMS: Final = {
    path.name: path for path in sorted((ROOT / "riftcheck").iterdir()) if path.is_dir() and path.name != "__pycache__"
}
