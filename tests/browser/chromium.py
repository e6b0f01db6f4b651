"""Chromium without a window: a page of ours is asked by a script what it looks like, or printed."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

HERE: Final = Path(__file__).parent
AXE: Final = HERE / "node_modules" / "axe-core" / "axe.min.js"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
SCHEMES: Final = {"dark": 0, "light": 1}  # as the browser counts them
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*/>')
_ANSWER: Final = re.compile(r'<pre id="answer">([A-Za-z0-9+/=]+)</pre>')
_PAGE: Final = re.compile(rb"/Type\s*/Page\b")  # not /Pages
_NARROWEST: Final = 500  # pixels of a window; a narrower page is shown in a frame
_SECONDS: Final = 120  # until a browser that hangs is given up


def browser() -> str:
    """Return the path of a browser; a test that has none is skipped."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        pytest.skip("no Chromium is installed here (on Debian: apt-get install chromium)")
    return found


def axe() -> str:
    """Return the program of axe; a test that has none is skipped."""
    if not AXE.exists():
        pytest.skip("axe is not installed here (npm ci --prefix tests/browser)")
    return AXE.read_text("utf-8")


def ask(page: str, script: str, folder: Path, *, wide: int, scheme: str = "light", high: int = 900) -> Any:
    """Return what a script says of a page, as JSON data; it is the body of an asynchronous function.

    The page is shown so many pixels wide, light or dark. Pages of ours allow no scripts; in the copy that is asked they
    are allowed.
    """
    asking = (
        "window.addEventListener('load', async () => {"
        f"const answer = await (async () => {{{script}}})();"
        "const said = btoa(unescape(encodeURIComponent(JSON.stringify(answer))));"
        "window.top.postMessage(said, '*'); });"
    )
    hearing = (
        "window.addEventListener('message', said => { const place = document.createElement('pre');"
        "place.id = 'answer'; place.textContent = said.data; document.body.append(place); });"
    )
    allowed, replaced = _POLICY.subn("", page)
    assert replaced == 1
    # In files beside the page, not in it: what a page says must not end a script.
    (folder / "asking.js").write_text(asking, "utf-8")
    (folder / "hearing.js").write_text(hearing, "utf-8")
    heard = '<script src="hearing.js"></script>'
    asked = '<script src="asking.js"></script></head>'
    shown, framed = folder / "shown.html", folder / "framed.html"
    if wide < _NARROWEST:
        framed.write_text(allowed.replace("</head>", asked, 1), "utf-8")
        frame = f'<iframe src="framed.html" width="{wide}" height="{high}" style="border: 0"></iframe>'
        shown.write_text(f"<!DOCTYPE html><html><head>{heard}</head><body>{frame}</body></html>", "utf-8")
    else:
        shown.write_text(allowed.replace("</head>", heard + asked, 1), "utf-8")
    options = [f"--window-size={max(wide, _NARROWEST)},{high}"]
    options += [f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", "--virtual-time-budget=30000"]
    found = _ANSWER.search(_run(folder, *options, "--dump-dom", shown.as_uri()).decode("utf-8"))
    assert found is not None, "the script gave no answer"
    return json.loads(base64.b64decode(found[1]))


def pages_printed(page: str, folder: Path, *, paper: str) -> int:
    """Return the number of sheets of a paper (`A4`, `letter`) that a page is printed on."""
    path, printed = folder / "printed.html", folder / "printed.pdf"
    path.write_text(page.replace("</style>", f"@page {{ size: {paper}; }}</style>", 1), "utf-8")
    _run(folder, f"--print-to-pdf={printed}", "--no-pdf-header-footer", path.as_uri())
    return len(_PAGE.findall(printed.read_bytes()))


def _run(folder: Path, *options: str) -> bytes:
    # Without the sandbox, which root cannot have; the pages are our own.
    common = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={folder / 'profile'}",
    ]
    done = subprocess.run([browser(), *common, *options], capture_output=True, timeout=_SECONDS, check=True)
    return done.stdout
