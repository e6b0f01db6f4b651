"""The table of jobs, in SQLite and in PostgreSQL: who holds a job, what is kept of it, for whom there is room."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert, select, update

from riftcheck.store.errors import FullError, LostJobError
from riftcheck.store.jobs import CANCELLED, DONE, FAILED, QUEUED, RUNNING, PartRecord
from riftcheck.store.tables import JOBS, PARTS
from tests.store.stores import ENGINE, ORDER, add, job_store_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.store.jobs import JobStore


def claimed(store: JobStore, owner: str = "me") -> str | None:
    kept = store.claim(owner, ENGINE)
    return None if kept is None else kept.id


def part(start: int, stop: int) -> PartRecord:
    return PartRecord(start, stop, {"start": start, "stop": stop})


def state(store: JobStore, job: str) -> str:
    kept = store.get(job)
    assert kept is not None
    return kept.state


def age(store: JobStore, job: str, **values: float) -> None:
    """Move the times of a job by seconds."""
    with store.database.writing() as connection:
        for name, seconds in values.items():
            connection.execute(update(JOBS).where(JOBS.c.id == job).values({name: JOBS.c[name] + seconds}))


def test_a_job_is_taken_in_played_and_done(store: JobStore) -> None:
    assert store.get("a") is None
    assert not store.has_work()
    add(store, "a")
    kept = store.get("a")
    assert kept is not None
    assert (kept.state, kept.kind, kept.games, kept.done, kept.request) == (QUEUED, "goldfish", 100, 0, ORDER)
    assert (kept.estimates, kept.result, kept.problem, kept.ended, kept.engine) == (None, None, None, None, ENGINE)
    assert store.has_work()
    assert claimed(store) == "a"
    assert state(store, "a") == RUNNING
    assert not store.has_work()
    store.add_part("a", "me", part(50, 100), 1.5)
    store.add_part("a", "me", part(0, 50), 2.0)
    assert [(one.start, one.stop) for one in store.parts("a")] == [(0, 50), (50, 100)]
    store.report_progress("a", "me", 50, {"won": 0.5})
    kept = store.get("a")
    assert kept is not None
    assert (kept.done, kept.estimates, kept.seconds) == (50, {"won": 0.5}, 3.5)
    store.finish("a", "me", 100, {"games": 100})
    kept = store.get("a")
    assert kept is not None
    assert (kept.state, kept.done, kept.result) == (DONE, 100, {"games": 100})
    assert kept.ended is not None
    assert kept.ended >= kept.created
    assert store.parts("a") == []
    assert claimed(store) is None


def test_parts_hold_what_was_counted(store: JobStore) -> None:
    add(store, "a")
    claimed(store)
    lines = {"turns": 3, "victory": 8, "games": [[0, 1, 0, 3, 8, 12]]}
    whole = PartRecord(0, 1, {"start": 0, "stop": 1, "tallies": [], "lines": [lines]})
    store.add_part("a", "me", whole, 0.0)
    assert store.parts("a") == [whole]


def test_parts_that_were_put_together_take_the_place_of_their_pieces(store: JobStore) -> None:
    add(store, "a")
    claimed(store)
    for start in (0, 10, 30):
        store.add_part("a", "me", part(start, start + 10), 0.0)
    store.merge_parts("a", "me", part(0, 20))
    assert [(one.start, one.stop) for one in store.parts("a")] == [(0, 20), (30, 40)]


def test_a_job_is_held_by_one_at_a_time(store: JobStore) -> None:
    add(store, "a")
    assert claimed(store, "me") == "a"
    assert claimed(store, "another") is None
    store.release("another")
    assert claimed(store, "another") is None
    store.release("me")
    assert state(store, "a") == QUEUED
    assert claimed(store, "another") == "a"


def test_a_job_whose_holder_is_silent_goes_to_another(store: JobStore) -> None:
    add(store, "a")
    claimed(store, "me")
    store.add_part("a", "me", part(0, 10), 0.0)
    age(store, "a", lease=-store.lease + 1)
    assert claimed(store, "another") is None
    age(store, "a", lease=-2)
    assert store.has_work()
    assert claimed(store, "another") == "a"
    assert [(one.start, one.stop) for one in store.parts("a")] == [(0, 10)]
    for work in (
        lambda: store.add_part("a", "me", part(10, 20), 0.0),
        lambda: store.merge_parts("a", "me", part(0, 20)),
        lambda: store.report_progress("a", "me", 20, {}),
        lambda: store.finish("a", "me", 100, {}),
        lambda: store.fail("a", "me", "no"),
    ):
        with pytest.raises(LostJobError):
            work()
    assert (state(store, "a"), len(store.parts("a"))) == (RUNNING, 1)
    store.add_part("a", "another", part(10, 20), 0.0)


@pytest.mark.parametrize("how", ["renew", "keep"])
def test_who_says_so_holds_a_job_longer(store: JobStore, how: str) -> None:
    add(store, "a")
    claimed(store, "me")
    age(store, "a", lease=-store.lease - 1)
    if how == "renew":
        store.renew("another")
        assert store.has_work()
        store.renew("me")
    else:
        store.add_part("a", "me", part(0, 1), 0.0)
    assert not store.has_work()
    assert claimed(store, "another") is None


def test_what_dead_ones_held_can_be_given_back_at_once(store: JobStore) -> None:
    for job in ("a", "b", "c"):
        add(store, job)
    assert [claimed(store, "me"), claimed(store, "you"), claimed(store, "done")] == ["a", "b", "c"]
    store.finish("c", "done", 100, {})
    store.release_all()
    assert [state(store, job) for job in "abc"] == [QUEUED, QUEUED, DONE]


def test_a_job_that_is_cancelled_is_nobodys(store: JobStore) -> None:
    for job in ("a", "b"):
        add(store, job)
    claimed(store)
    store.add_part("a", "me", part(0, 10), 0.0)
    assert store.cancel("a")
    assert store.cancel("b")
    assert (state(store, "a"), state(store, "b")) == (CANCELLED, CANCELLED)
    assert store.parts("a") == []
    assert not store.cancel("a")
    assert claimed(store) is None
    with pytest.raises(LostJobError):
        store.add_part("a", "me", part(10, 20), 0.0)
    assert store.parts("a") == []


def test_only_what_has_ended_is_removed(store: JobStore) -> None:
    add(store, "a")
    store.remove("a")
    assert state(store, "a") == QUEUED
    store.cancel("a")
    store.remove("a")
    assert store.get("a") is None


def test_a_job_that_cannot_be_played_says_why(store: JobStore) -> None:
    add(store, "a")
    claimed(store)
    store.add_part("a", "me", part(0, 10), 0.0)
    store.fail("a", "me", "It does not end.")
    kept = store.get("a")
    assert kept is not None
    assert (kept.state, kept.problem, kept.result) == (FAILED, "It does not end.", None)
    assert store.parts("a") == []


def test_callers_take_turns(store: JobStore) -> None:
    for job in ("a1", "a2", "a3"):
        add(store, job, "first")
    add(store, "b1", "second")
    order: list[str | None] = []
    for _ in range(5):
        order.append(claimed(store))
        store.release("me")
    assert order == ["a1", "b1", "a1", "b1", "a1"]
    assert claimed(store) == "b1"
    assert store.others_wait("b1")
    store.finish("b1", "me", 100, {})
    assert claimed(store) == "a1"
    assert not store.others_wait("a1")  # a2 and a3 are the same caller's
    # Many short jobs of one caller do not push aside the long one of another.
    add(store, "b2", "second")
    store.finish("a1", "me", 100, {})
    assert claimed(store) == "b2"


def turns(store: JobStore, count: int) -> list[str | None]:
    """Return the jobs that are claimed next. Each is released after its turn."""
    order: list[str | None] = []
    for _ in range(count):
        order.append(claimed(store))
        store.release("me")
    return order


def test_the_addresses_of_one_site_share_its_turns(store: JobStore) -> None:
    store.capacity = replace(store.capacity, most=100)
    site = [f"address:2001:db8:7:{number:x}::/64" for number in range(60)]
    for client in site:
        add(store, client[-16:], client)
    add(store, "honest", "address:203.0.113.9")
    add(store, "beside", "address:2001:db8:8:1::/64")  # another /48
    with_key = "key:ab12cd34"  # of a client in the crowded site: a key is a site of its own
    add(store, "key", with_key)
    order = turns(store, 8)
    assert [job for job in order if job in ("honest", "beside", "key")] == ["honest", "beside", "key"] * 2
    assert order[4] != order[0], "at a site, too, its clients take turns"
    claimed(store)
    assert store.others_wait(order[0] or "")


def test_ipv4_addresses_in_ipv6_notation_do_not_share_a_site(store: JobStore) -> None:
    add(store, "a1", "address:::ffff:203.0.113.9")
    add(store, "a2", "address:::ffff:203.0.113.9")
    add(store, "b1", "address:::ffff:203.0.113.10")
    assert turns(store, 3) == ["a1", "b1", "a1"]


def test_the_database_contains_no_name_of_a_caller(where: str) -> None:
    names = ("address:203.0.113.9", "address:2001:db8:7:1::/64", "key:ab12cd34")
    stores = [job_store_at(where, secret=secret, each=9, most=9) for secret in ("", "s" * 32)]
    found = []
    for number, store in enumerate(stores):
        for name in names:
            add(store, f"{name}{number}", name)
        with store.database.reading() as connection:
            found.append(
                {str(value) for row in connection.execute(select(JOBS.c.client, JOBS.c.site)) for value in row}
            )
        store.database.close()
    assert len(found[0]) == 4, "the three clients, and the site of one"
    assert len(found[1]) == 8, "under another secret all hashes are others"
    plain = {hashlib.sha256(name.encode()).hexdigest()[:32] for name in names}
    assert not plain & found[1]
    # Hexadecimal digits could spell a part of an address by accident, such as 203, but no letter of its first word.
    assert not any(part in value for value in found[1] for part in ("address", "203.0", "2001:db8", "key"))


def test_a_job_of_other_code_fails_and_says_so(store: JobStore) -> None:
    add(store, "old", "first", "another one")
    add(store, "held", "first", "another one")
    with store.database.writing() as connection:
        until = store.database.now(connection) + store.lease
        connection.execute(update(JOBS).where(JOBS.c.id == "held").values(state=RUNNING, owner="you", lease=until))
    add(store, "new")
    assert claimed(store) == "new"
    kept = store.get("old")
    assert kept is not None
    assert (kept.state, "another version" in (kept.problem or "")) == (FAILED, True)
    assert state(store, "held") == RUNNING


def test_there_is_room_for_so_many(store: JobStore) -> None:
    for job in ("a", "b", "c"):
        add(store, job, "first")
    with pytest.raises(FullError) as full:
        add(store, "d", "first")
    assert (full.value.most, full.value.each) == (3, True)
    store.cancel("a")
    for job, client in (("e", "second"), ("f", "second"), ("g", "third")):
        add(store, job, client)
    with pytest.raises(FullError) as full:
        add(store, "h", "third")
    assert (full.value.most, full.value.each) == (5, False)
    store.cancel("b")
    add(store, "h", "third")


def test_a_caller_may_have_a_limit_of_its_own(store: JobStore) -> None:
    for job in "abcd":
        store.add(job, "first", ENGINE, ORDER, each=4)
    with pytest.raises(FullError) as full:
        store.add("e", "first", ENGINE, ORDER, each=4)
    assert (full.value.most, full.value.each) == (4, True)
    store.add("f", "second", ENGINE, ORDER, each=1)


def test_in_a_full_queue_who_has_most_gives_way(store: JobStore) -> None:
    for number, client in enumerate(("greedy", "greedy", "greedy", "other", "other")):
        add(store, f"{client}{number}", client)
        age(store, f"{client}{number}", created=number - 100.0)
    assert claimed(store) == "greedy0"
    add(store, "honest", "honest")
    kept = store.get("greedy2")
    assert kept is not None
    assert (kept.state, "made room" in (kept.problem or "")) == (FAILED, True)
    assert [state(store, job) for job in ("greedy0", "greedy1", "other3", "honest")] == [RUNNING, *[QUEUED] * 3]
    with pytest.raises(FullError):  # two, two and one: who had a place taken would have fewer than the honest caller
        add(store, "second", "honest")
    add(store, "third", "a third")  # as many have two, and one of them has one then
    assert sorted(state(store, job) for job in ("greedy0", "greedy1", "other3", "other4")).count(FAILED) == 1
    assert state(store, "greedy0") == RUNNING  # what is being played goes last


def test_where_all_is_being_played_the_newest_gives_way(store: JobStore) -> None:
    for job in ("a", "b", "c"):
        add(store, job, "greedy")
        age(store, job, created=ord(job) - 200.0)
        assert claimed(store) == job
    for job in ("d", "e"):
        add(store, job, "other")
        assert claimed(store) == job
    store.add_part("c", "me", part(0, 10), 0.0)
    add(store, "honest", "honest")
    assert [state(store, job) for job in "abcde"] == [RUNNING, RUNNING, FAILED, RUNNING, RUNNING]
    assert store.parts("c") == []
    with pytest.raises(LostJobError):
        store.add_part("c", "me", part(10, 20), 0.0)


def test_of_what_has_ended_so_many_are_kept_for_so_long(store: JobStore) -> None:
    for number in range(6):
        add(store, f"{number}")
        store.cancel(f"{number}")
        age(store, f"{number}", ended=number - 10.0)
    assert [store.get(f"{number}") is not None for number in range(6)] == [False, False, True, True, True, True]
    add(store, "x")
    assert [store.get(f"{number}") is not None for number in range(6)] == [False, False, False, True, True, True]
    age(store, "3", ended=-1000.0)
    assert store.get("3") is None
    assert store.get("4") is not None


def test_parts_go_with_their_job(store: JobStore) -> None:
    add(store, "a")
    store.cancel("a")
    with store.database.writing() as connection:
        connection.execute(insert(PARTS).values(job="a", start=0, stop=1, data=b""))
    store.remove("a")
    with store.database.reading() as connection:
        assert connection.execute(select(PARTS)).all() == []


def at_once(count: int, work: Callable[[int], None]) -> None:
    """Have some work done by so many threads, each with its number."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_many_runners_claim_each_job_once(where: str) -> None:
    jobs = [f"job {number}" for number in range(12)]
    first = job_store_at(where, each=20, most=20)
    for job in jobs:
        add(first, job)
    found: list[str] = []
    barrier = threading.Barrier(4)

    def work(number: int) -> None:
        mine = job_store_at(where)
        barrier.wait()
        misses = 0
        while misses < 20:
            job = claimed(mine, f"runner {number}")
            if job is None:
                misses += 1
            else:
                found.append(job)
                mine.finish(job, f"runner {number}", 100, {})
        mine.database.close()

    at_once(4, work)
    assert sorted(found) == sorted(jobs)
    first.database.close()
