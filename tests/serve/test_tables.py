"""Tables come and go while they are served."""

import shutil

import httpx
from tests.serve.conftest import serving
from tests.serve.test_more import lines_of

from millmate.serve import tables as module

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"


def test_a_table_that_is_built_meanwhile_is_found(rule50_tables, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_PAUSE", 0.0)
    with serving(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        missing = client.get("/standard", params={"fen": ROOK})
        assert (missing.status_code, "millmate build KRvK" in missing.text) == (404, True)
        shutil.copy(rule50_tables / "KRvK.table", tmp_path)
        found = client.get("/standard", params={"fen": ROOK}).json()
        assert (found["category"], found["dtz"]) == ("win", None)
        (tmp_path / "dtz").mkdir()
        shutil.copy(rule50_tables / "dtz" / "KRvK.table", tmp_path / "dtz")
        (found,) = lines_of(client.post("/batch", content=ROOK))
        assert found["dtz"] == found["dtm"]
        (tmp_path / "KRvK.table").unlink()
        assert client.get("/standard", params={"fen": ROOK}).json()["dtm"] is None


def test_the_directory_is_looked_at_once_a_second(tmp_path, rule50_tables, monkeypatch):
    served = module.Tables(tmp_path)
    shutil.copy(rule50_tables / "KRvK.table", tmp_path)
    now = served._looked
    monkeypatch.setattr(module.time, "monotonic", lambda: now + 0.5)
    served.look_again()
    assert served.mate.available() == ()
    monkeypatch.setattr(module.time, "monotonic", lambda: now + 1.5)
    served.look_again()
    assert [str(material) for material in served.mate.available()] == ["KRvK"]
