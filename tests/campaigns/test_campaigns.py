"""Nothing that a player did is lost: the journal of a campaign, its undo and redo, and two who write at once."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pytest

from models.overlay import Change, Overlay
from planner import writing
from planner.campaigns import Campaign, Entry, Kept, State, campaign_of, folder_name
from planner.writing import write_new, write_whole


def state(*units: str) -> State:
    """A table on which these units are pinned in Gent."""
    return State(overlay=Overlay(changes=tuple(Change(kind="pin", of=(unit,), value="gent") for unit in units)))


def told(campaign: Campaign, *states: State) -> list[Entry]:
    """These states, one made from the other."""
    entries: list[Entry] = []
    for number, one in enumerate(states):
        entries.append(campaign.save(one, f"step {number}", "Jul 1 43", entries[-1] if entries else None, tab="a"))
    return entries


def test_what_was_saved_is_there_when_the_folder_is_opened_again(tmp_path: Path) -> None:
    told(Campaign(tmp_path), state(), state("65 Inf"))
    again = Campaign(tmp_path)
    assert again.state(again.head()) == state("65 Inf")


def test_an_empty_campaign_has_an_empty_table(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path / "nowhere")
    assert campaign.head() is None
    assert campaign.state(None) == State()
    assert not campaign.can_undo(None)
    assert not campaign.can_redo(None)


def test_undo_and_redo_bring_back_exactly_what_was_there(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    states = [state(), state("a"), state("a", "b")]
    at = told(campaign, *states)[-1]
    seen = []
    for step in (campaign.undo, campaign.undo, campaign.redo, campaign.redo):
        at = step(at)
        seen.append(campaign.state(at))
    assert seen == [states[1], states[0], states[1], states[2]]


def test_undo_at_the_beginning_and_redo_at_the_end_do_nothing(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    first, last = told(campaign, state(), state("a"))
    assert campaign.redo(last) == last
    assert campaign.undo(first) == first
    assert campaign.can_undo(last)
    assert not campaign.can_undo(first)


def test_a_change_after_undo_is_what_redo_finds_from_then_on(tmp_path: Path) -> None:
    """a, undone; b in its place, undone: redo gives b, the branch that was left last; a is still in the list."""
    campaign = Campaign(tmp_path)
    _, a = told(campaign, state(), state("a"))
    start = campaign.undo(a)
    b = campaign.save(state("b"), "b", "Jul 1 43", start)
    assert not campaign.can_redo(b)
    assert campaign.state(campaign.redo(campaign.undo(b))) == state("b")
    assert campaign.state(campaign.restore(a.number)) == state("a")


def test_undo_goes_on_from_a_restored_moment(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    _, second, _ = told(campaign, state(), state("a"), state("a", "b"))
    back = campaign.restore(second.number)
    assert back is not None
    assert campaign.state(campaign.undo(back)) == state()


def test_nothing_is_noted_where_nothing_has_changed(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    (only,) = told(campaign, state("a"))
    assert campaign.save(state("a"), "again", "Jul 1 43", only) == only
    assert len(campaign.entries()) == 1


def test_moments_are_named_by_turn_what_and_when() -> None:
    at = datetime(2026, 7, 1, 14, 2).astimezone()
    entry = Entry(number=1, of=1, parent=None, state="x", what="after solve", turn="Jul 1 43", at=at)
    assert entry.name == "Jul 1 43 - after solve - 14:02"


def test_two_tabs_that_write_at_once_both_keep_what_they_wrote(tmp_path: Path) -> None:
    """Each has looked at the same moment; each saves its own; both are in the journal, one after the other."""
    start = Campaign(tmp_path).save(state(), "begun", "Jul 1 43")
    ready = threading.Barrier(4)

    def write(tab: str) -> None:
        mine = Campaign(tmp_path)
        ready.wait()
        for n in range(10):
            mine.save(state(f"{tab}{n}"), f"{tab}{n}", "Jul 1 43", start, tab)

    tabs = [threading.Thread(target=write, args=(tab,)) for tab in "abcd"]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    campaign = Campaign(tmp_path)
    entries = campaign.entries()
    assert [entry.number for entry in entries] == list(range(1, 42))
    kept = {campaign.state(entry).overlay.changes[0].of[0] for entry in entries[1:]}
    assert kept == {f"{tab}{n}" for tab in "abcd" for n in range(10)}


def test_a_damaged_moment_is_left_alone_and_the_others_stand(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    told(campaign, state(), state("a"), state("b"))
    (tmp_path / "journal" / "000002.json").write_text('{"number": 2, "of"', encoding="utf-8")
    again = Campaign(tmp_path)
    assert [entry.number for entry in again.entries()] == [1, 3]
    assert again.unreadable == 1
    assert again.save(state("c"), "c", "Jul 1 43", again.head()).number == 4


def test_a_moment_of_a_newer_version_does_not_stop_the_older_ones(tmp_path: Path) -> None:
    told(Campaign(tmp_path), state("a"))
    (tmp_path / "journal" / "000002.json").write_text('{"format": 2, "unheard": "of"}', encoding="utf-8")
    again = Campaign(tmp_path)
    assert again.state(again.head()) == state("a")


def test_a_missing_state_is_an_empty_table_and_a_missing_answer_is_none(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    (entry,) = told(campaign, state("a"))
    (tmp_path / "states" / f"{entry.state}.json").unlink()
    assert campaign.state(entry) == State()
    assert campaign.advice(Kept(advice="gone").advice) is None


def test_a_file_is_replaced_whole_or_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "plan.json"
    write_whole(file, "old")

    def full(_: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


def test_whoever_comes_second_is_told(tmp_path: Path) -> None:
    write_new(tmp_path / "1.json", "first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "1.json", "second")
    assert (tmp_path / "1.json").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["1.json"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the campaigns are."""
    monkeypatch.setenv("GARRISON_CAMPAIGNS", str(tmp_path / "campaigns"))
    return tmp_path / "campaigns"


def test_a_scenario_has_one_campaign_named_after_it(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "Belgium 43.yaml"
    assert campaign_of(file).folder == home / "belgium_43"
    assert campaign_of(file).folder == home / "belgium_43"


def test_two_files_of_one_name_do_not_share_a_campaign(home: Path, tmp_path: Path) -> None:
    folders = {campaign_of(tmp_path / part / "belgium.yaml").folder for part in ("mine", "yours")}
    assert len(folders) == 2


def test_a_scenario_made_here_has_its_own_folder_as_campaign(home: Path) -> None:
    assert campaign_of(home / "norway" / "scenario.yaml").folder == home / "norway"


@pytest.mark.parametrize(
    ("name", "folder"), [("../../etc", "etc"), ("Liège, 1943!", "liège_1943"), ("///", "campaign")]
)
def test_a_folder_name_leads_nowhere_else(name: str, folder: str) -> None:
    assert folder_name(name) == folder
