"""The cost of the API over HTTP, in a small size; `python -m bench server` asks for more."""

from __future__ import annotations

import shutil

import pytest

from bench.service import varied_lists
from bench.service.server import ASKED_AGAIN, Size, run
from riftcheck import carddb
from riftcheck.decks.reader import read_list


def test_all_lists_are_different_whole_and_the_same_in_every_run() -> None:
    texts = varied_lists.different(500)
    assert len(set(texts)) == 500
    assert texts == varied_lists.different(500)
    db = carddb.load()
    for text in texts[:50]:
        assert read_list({"text": text}, db).problems == []


def test_so_many_lists_are_asked_for_again_as_it_says() -> None:
    texts = varied_lists.different(500)
    asked = varied_lists.repeated(texts, 2000, ASKED_AGAIN)
    assert len(asked) == 2000
    assert abs(len(set(asked)) / 2000 - (1 - ASKED_AGAIN)) < 0.05
    assert varied_lists.repeated(texts, 500, 0) == texts


@pytest.mark.skipif(shutil.which("cc") is None, reason="the load generator needs a C compiler, as `cc`")
def test_what_a_list_costs_the_server_is_told_with_and_without_the_cache() -> None:
    found = run(Size(lists=200, requests=400, batches=4))
    assert found["different_lists"] == 200
    for name, is_cached in (("without_cache", False), ("with_cache", True)):
        for kind, requests in (("single_lists", 400), ("batches_of_100", 4)):
            told = found[name][kind]
            assert (told["requests"], told["good"], told["lost"]) == (requests, requests, 0)
            assert told["server_cpu_us_per_list"] > 0
            assert told["hit_rate"] is None if not is_cached else 0.2 < told["hit_rate"] < ASKED_AGAIN + 0.1
    assert found["single_lists_at_300_a_second"]["good"] == 50
