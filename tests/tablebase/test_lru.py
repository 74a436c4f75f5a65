"""The least recently used values are dropped first."""

from millmate.tablebase.lru import LruCache


def test_the_least_recently_used_values_are_dropped() -> None:
    cache = LruCache[str, str](5, len)
    for value in ("aa", "bb", "aa", "cc"):
        assert cache.get(value, lambda value=value: value) == value
    assert ["aa" in cache, "bb" in cache, "cc" in cache] == [True, False, True]


def test_a_value_above_the_limit_is_returned_and_not_kept() -> None:
    cache = LruCache[str, str](3, len)
    cache.get("aa", lambda: "aa")
    assert cache.get("long", lambda: "long") == "long"
    assert ["aa" in cache, "long" in cache] == [True, False]


def test_the_latest_value_is_kept_however_large_where_asked_for() -> None:
    cache = LruCache[str, str](3, len, keep_last=True)
    cache.get("aa", lambda: "aa")
    cache.get("long", lambda: "long")
    assert ["aa" in cache, "long" in cache] == [False, True]
    cache.get("b", lambda: "b")
    assert ["long" in cache, "b" in cache] == [False, True]
