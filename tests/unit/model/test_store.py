"""Where models are kept: names, the default, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.model import store
from mapper.model.tree import Leaf, Model


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without models of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_a_shipped_model_is_the_first_default() -> None:
    model, path = store.choose(None, None)
    assert path.parent == store.SHIPPED
    assert model.name == store.default_name() == path.stem


def test_the_last_trained_model_is_the_default() -> None:
    store.save(Model("one", (Leaf(-1.0),)))
    store.save(Model("two", (Leaf(1.0),)))
    assert store.choose(None, None)[0].name == "two"
    assert store.choose(None, "one")[0].trees == (Leaf(-1.0),)
    assert {"one", "two"} < set(store.names())


def test_a_model_elsewhere_does_not_become_the_default(home: Path) -> None:
    before = store.default_name()
    path = store.save(Model("mine", (Leaf(-1.0),)), home / "deep" / "m.json")
    assert path == home / "deep" / "m.json"
    assert store.choose(path, None)[0].name == "mine"
    assert store.default_name() == before


def test_a_default_that_is_gone_is_not_used() -> None:
    path = store.save(Model("gone", (Leaf(-1.0),)))
    path.unlink()
    assert store.choose(None, None)[1].parent == store.SHIPPED


def test_several_models_are_of_several_devices(home: Path) -> None:
    for name, device in (("one", "A"), ("two", "B"), ("again", "A"), ("unknown", "")):
        store.save(Model(name, (Leaf(-1.0),), platform={"device": device, "type": "gpu"}))
    assert [model.name for model, _ in store.choose_all([], ["two", "one"])] == ["two", "one"]
    assert [path for _, path in store.choose_all([store.find("one"), store.find("two")], [])] == [
        store.find("one"),
        store.find("two"),
    ]
    assert [model.name for model, _ in store.choose_all([], ["unknown"])] == ["unknown"]
    for names, why in ((["one", "two", "again"], "are of one device, A"), (["one", "unknown"], "does not say")):
        with pytest.raises(MapperError, match=why) as caught:
            store.choose_all([], names)
        assert caught.value.diagnostics[0].code == "E025"


def default_models() -> list[str]:
    return [model.name for model, _ in store.choose_all([], [])]


def test_programs_carry_the_models_of_several_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for files in ((), (tmp_path,)):  # a machine without a GPU, and one with it
        monkeypatch.setattr(store, "GPU_FILES", files)
        assert default_models() == [store.SHIPPED_GPU, store.SHIPPED_CPU]


def test_the_users_own_model_goes_first() -> None:
    store.save(Model("mine", (Leaf(-1.0),), platform={"device": "A", "type": "gpu"}))
    assert default_models() == ["mine", store.SHIPPED_GPU, store.SHIPPED_CPU]
    shipped, _ = store.choose(None, store.SHIPPED_GPU)
    store.save(Model("again", (Leaf(-1.0),), platform=shipped.platform))
    assert default_models() == ["again", store.SHIPPED_CPU]


def test_a_model_of_an_unknown_device_is_alone() -> None:
    store.save(Model("unknown", (Leaf(-1.0),)))
    assert default_models() == ["unknown"]


def test_a_program_holds_some_models_at_most() -> None:
    for number in range(store.MOST_MODELS + 1):
        store.save(Model(f"m{number}", (Leaf(-1.0),), platform={"device": f"D{number}"}))
    names = [f"m{number}" for number in range(store.MOST_MODELS + 1)]
    assert len(store.choose_all([], names[1:])) == store.MOST_MODELS
    with pytest.raises(MapperError, match="at most 8 models"):
        store.choose_all([], names)


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "a b", "é"])
def test_names_that_are_no_names(name: str) -> None:
    with pytest.raises(MapperError) as caught:
        store.check_name(name)
    assert caught.value.diagnostics[0].code == "E022"


def test_unknown_model_names_the_known_ones() -> None:
    with pytest.raises(MapperError, match="there is no model 'nowhere'") as caught:
        store.find("nowhere")
    assert store.default_name() in str(caught.value)


def test_a_folder_that_can_not_be_made(home: Path) -> None:
    (home / "file").write_text("")
    with pytest.raises(MapperError) as caught:
        store.save(Model("m", (Leaf(-1.0),)), home / "file" / "m.json")
    assert caught.value.diagnostics[0].code == "E005"
