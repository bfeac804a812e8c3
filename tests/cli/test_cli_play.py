"""Check playing at the prompt: commands, refusals, saving. The input goes to this process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stockade
from stockade.cli import saves
from stockade.cli.explain import refusals

HOTSEAT = ("play", "blockade", "--hotseat")
AGAINST_BOT = ("play", "blockade", "--bot", "random:seed=1")
WHITE_WINS = ("B3-1", "B8-6", "C2-3", "B6-4")


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.json")
    return path


def test_a_whole_game_of_two_people(cli, matches_folder):
    answer = cli(*HOTSEAT, lines=(*WHITE_WINS, "log", "quit"))
    assert answer.code == 0
    assert "White wins: Black has no valid move." in answer.out
    assert "over> " in answer.out
    assert "You " not in answer.out  # two people play
    match = stockade.Match.load(only_file(matches_folder))
    assert match.is_over
    assert [entry.text for entry in match.history()] == list(WHITE_WINS)


def test_the_input_may_end_anywhere(cli, matches_folder):
    answer = cli(*HOTSEAT, lines=("D2-3",))
    assert answer.code == 0
    assert "stockade play --resume" in answer.out
    assert str(only_file(matches_folder)) in answer.out


def test_leaving_before_the_first_move_leaves_no_file(cli, matches_folder):
    assert "Goodbye" in cli(*HOTSEAT, lines=("quit",)).out
    assert not list(matches_folder.glob("*"))


def test_question_mark_lists_moves_and_reasons(cli):
    out = cli(*HOTSEAT, lines=("?", "quit")).out
    state = stockade.game("blockade").start()
    for choice in state.scene(0).choices:
        assert choice.text in out
        assert choice.label in out
    assert "C2-1, D2-1: a castle never enters its own moat (ruling 7)" in out


def test_gain_is_shown(cli):
    out = cli(*HOTSEAT, lines=("B3-1", "B8-6", "C2-3", "?", "quit")).out
    line = next(line for line in out.splitlines() if "B6-4" in line and "wins" in line)
    assert "Bridge from 6 to 4" in line


def test_question_about_one_move(cli):
    out = cli(*HOTSEAT, lines=("? D2-3", "? B1-3", "? C2-1", "? d2", "? zebra", "quit")).out
    assert "D2-3 is legal: Castle from 2 to 3" in out
    assert "B1-3 is legal" in out
    assert "a castle never enters its own moat (ruling 7)" in out
    assert "You may play (1):" in out
    assert "'zebra' is not a move" in out


def test_every_refusal_is_in_exactly_one_group():
    state = stockade.game("blockade").start()
    state.apply("D2-3")
    groups = refusals(state)
    texts = [text for group in groups for text in group.texts]
    assert len(texts) == len(set(texts))
    assert not {state.format(action) for action in state.legal_actions()} & set(texts)
    assert [len(group.texts) for group in groups] == sorted(len(group.texts) for group in groups)
    for group in groups:
        for text in group.texts:
            reason = state.why_not(state.parse(text))
            assert reason.ruling == group.reason.ruling


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("garbage", "'garbage' is not a move"),
        ("B3-9", "a bridge moves exactly 2 squares (ruling"),
        ("C2-1", "C2-1: a castle never enters its own moat (ruling 7)"),
        ("T4-7", "Black has nothing on 4"),
        ("[bold]B3-5[/]", "'[bold]B3-5[/]' is not a move"),
        ("/nonsense", "is not a move"),
        ("undo", "there is nothing to take back"),
        ("save", "there is nothing to save yet"),
        ("save /no/such/folder/x.json", "/no/such/folder: there is no such folder"),
        ("load /no/such/file.json", "/no/such/file.json: No such file or directory"),
        ("resume", "there is no other unfinished match"),
        ("rules 999", "has no ruling '999'"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(cli, matches_folder, typed, message):
    answer = cli(*HOTSEAT, lines=(typed, "log", "quit"))
    assert answer.code == 0
    assert f"✗ {message}" in answer.out or message in answer.out.partition("✗ ")[2]
    assert "Nothing has been played yet." in answer.out
    assert not list(matches_folder.glob("*"))


def test_a_retreat_names_its_ruling(cli):
    out = cli(*HOTSEAT, lines=("B3-5", "B8-6", "B5-3", "quit")).out
    assert "that is a retreat (ruling 2)" in out


def test_undo_takes_back_the_bots_answer_too(cli, matches_folder):
    out = cli(*AGAINST_BOT, lines=("D2-3", "undo", "log", "B3-5", "quit")).out
    assert "Taken back: 2 moves." in out
    assert "Nothing has been played yet." in out
    assert stockade.Match.load(only_file(matches_folder)).history()[0].text == "B3-5"


def test_undo_at_a_hot_seat_takes_back_one_move(cli, matches_folder):
    cli(*HOTSEAT, lines=("D2-3", "B8-6", "undo", "quit"))
    assert [entry.text for entry in stockade.Match.load(only_file(matches_folder)).history()] == ["D2-3"]


def test_undo_after_the_end(cli, matches_folder):
    out = cli(*HOTSEAT, lines=(*WHITE_WINS, "undo", "C9-8", "quit")).out
    assert "White wins" in out
    assert [entry.text for entry in stockade.Match.load(only_file(matches_folder)).history()][-1] == "C9-8"


def test_hint_names_a_legal_move(cli):
    out = cli(*HOTSEAT, lines=("hint", "quit")).out
    line = next(line for line in out.splitlines() if "would play" in line)
    state = stockade.game("blockade").start()
    assert any(state.format(action) in line for action in state.legal_actions())


def test_hints_of_a_solved_game_say_what_comes_of_them(cli):
    out = cli(*HOTSEAT, lines=("hint", "B3-1", "hint", "B8-6", "hint", "C2-3", "hint", "quit")).out
    worths = [line.rpartition("(")[2] for line in out.splitlines() if "would play" in line]
    assert worths[0] == "holds the draw)"
    assert worths[1].startswith("wins after ")
    assert worths[3] == "wins at once)"
    assert "B6-4" in out.rpartition("would play")[2]


def test_hints_by_search_where_a_game_is_not_solved(monkeypatch):
    from stockade.bots import Level, advice
    from stockade.bots.mcts import MctsBot

    searcher = Level(5, MctsBot, {"simulations": 500, "threads": 1})
    monkeypatch.setattr(advice, "best_ready", lambda _game, _players: searcher)
    advised = advice.advise(stockade.game("blockade").start())
    assert advised.name == searcher.name
    assert 1 <= len(advised.hints) <= 3
    assert all(hint.worth.startswith("wins about") for hint in advised.hints)


def test_resign_asks_first(cli, matches_folder):
    out = cli(*HOTSEAT, lines=("D2-3", "resign", "n", "resign", "y", "undo", "quit")).out
    assert out.count("give up this match?") == 2
    assert "Black wins: White resigned." in out
    assert not stockade.Match.load(only_file(matches_folder)).is_over  # undone


def test_draw_between_people_needs_the_other(cli, matches_folder):
    lines = ("D2-3", "draw", "n", "draw", "B8-6", "draw", "y", "quit")
    out = cli(*HOTSEAT, lines=lines).out
    assert "Black declines the draw." in out
    assert "play on before you offer again" in out
    assert "Draw: " in out
    assert stockade.Match.load(only_file(matches_folder)).ending == {"draw": True}


def test_a_perfect_bot_takes_a_draw_only_when_it_does_not_win(cli):
    drawn = cli("play", "blockade", "--level", "5", lines=("draw", "quit")).out
    assert "Draw: " in drawn
    # After B3-1 White wins by force, so the bot declines the offer.
    won = cli("play", "blockade", "--level", "5", lines=("B3-1", "draw", "quit")).out
    assert "White (Oracle, level 5) declines the draw." in won


def test_draws_with_bots_that_judge_by_evaluation_and_search(cli):
    for bot in ("greedy", "mcts:simulations=50,threads=1"):
        out = cli("play", "blockade", "--bot", bot, lines=("draw", "quit")).out
        assert "Draw: " in out or "declines the draw" in out


def test_save_and_load(cli, tmp_path, matches_folder):
    copy = tmp_path / "copy.json"
    out = cli(*HOTSEAT, lines=("D2-3", f"save {copy}", "B8-6", "save", f"save {copy}", "n", "quit")).out
    assert f"Saved: {copy}" in out
    assert "Not saved." in out
    assert len(stockade.Match.load(copy).actions) == 1
    assert len(stockade.Match.load(only_file(matches_folder)).actions) == 2
    again = cli(*HOTSEAT, lines=(f"load {copy}", "log", "quit")).out
    assert "1. D2-3" in again
    assert "White to move" in again


def test_resume_picks_among_unfinished_matches(cli, matches_folder):
    cli(*HOTSEAT, lines=("D2-3", "quit"))
    cli(*HOTSEAT, lines=(*WHITE_WINS, "quit"))  # the match is over and not offered
    out = cli(*HOTSEAT, lines=("B3-5", "resume", "1", "log", "quit")).out
    assert "1 blockade, 1 move" in out
    assert "1. D2-3" in out.partition("Which one")[2]
    assert len(list(matches_folder.glob("*.json"))) == 3
    assert "no match was chosen" in cli(*HOTSEAT, lines=("resume", "7", "quit")).out


def test_resume_from_the_command_line_takes_the_latest(cli):
    cli(*HOTSEAT, lines=("D2-3", "quit"))
    first = next(saves.unfinished())
    cli(*HOTSEAT, lines=("B3-5", "B8-6", "quit"))
    out = cli("play", "--resume", lines=("log", "quit")).out
    assert "1. B3-5" in out
    assert "1. B3-5" in cli("play", "blockade", "--resume", lines=("log", "quit")).out
    assert "1. D2-3" in cli("play", "--resume", str(first.path), lines=("log", "quit")).out
    assert "1. D2-3" in cli("play", str(first.path), lines=("log", "quit")).out


def test_the_bots_come_back_with_the_match(cli):
    cli("play", "blockade", "--level", "3", "--seat", "white", lines=("quit",))
    out = cli("play", "--resume", lines=("quit",)).out
    assert "Black (Journeyman, level 3), White (you)" in out


def test_a_bare_log_can_be_played_on(cli, tmp_path):
    match = stockade.Match("blockade", seed=1)
    match.play("D2-3")
    match.save(tmp_path / "bare.json")
    out = cli("play", "--resume", str(tmp_path / "bare.json"), lines=("B8-6", "quit")).out
    assert "2. B8-6" in out


@pytest.mark.parametrize("seats", [["person"], ["person", "genius"], ["person", 3], "all", ["person", "mcts:x=1"]])
def test_seats_that_are_none(cli, tmp_path, seats):
    path = tmp_path / "seats.json"
    log = stockade.Match("blockade", seed=1).to_json() | {"table": {"seats": seats, "over": False}}
    path.write_text(json.dumps(log))
    answer = cli("play", "--resume", str(path))
    assert answer.code == 2
    assert "the log's seats are" in answer.err


def test_a_damaged_autosave_does_not_hide_the_others(cli, matches_folder):
    cli(*HOTSEAT, lines=("D2-3", "quit"))
    for name, text in (("a.json", "{"), ("b.json", "[]"), ("c.json", "{}")):
        (matches_folder / name).write_text(text)
    assert "1. D2-3" in cli("play", "--resume", lines=("log", "quit")).out


def test_a_folder_that_cannot_be_written_spoils_no_match(cli, data_home):
    data_home.write_text("a file where the folder should be")
    out = cli(*HOTSEAT, lines=(*WHITE_WINS, "quit")).out
    assert out.count("This match cannot be kept") == 1
    assert "White wins" in out


def test_seed_makes_the_bots_repeat_themselves(cli, matches_folder):
    logs = []
    for _ in range(2):
        cli("play", "blockade", "--bot", "random", "--seed", "7", "--seat", "1", lines=("quit",))
        path = only_file(matches_folder)
        logs.append(json.loads(path.read_text())["actions"])
        path.unlink()
    assert logs[0] == logs[1] != []


def test_another_match_with_the_same_seats(cli, matches_folder):
    out = cli(*HOTSEAT, lines=(*WHITE_WINS, "again", "D2-3", "again", "n", "again", "y", "quit")).out
    assert out.count("Black, White") == 3
    assert len(list(matches_folder.glob("*.json"))) == 2


def test_a_new_round_says_who_plays_what(cli):
    out = cli("play", "blockade", "--bot", "random", "-o", "match=3", "--seed", "3", lines=("quit",)).out
    assert "Black (you), White (random)" in out
    out = cli(*HOTSEAT, "-o", "match=3", lines=(*WHITE_WINS, "quit")).out
    assert "Points to win a match: 3" in out
    assert "Now: White, Black" in out


def test_after_the_end_only_looking_is_left(cli):
    out = cli(*HOTSEAT, lines=(*WHITE_WINS, "D2-3", "?", "hint", "draw", "resign", "board", "", "help", "quit")).out
    assert out.count("✗ the match is over") == 5


def test_help_lists_every_command(cli):
    from stockade.cli.session import ALIASES, COMMANDS, Session

    out = cli(*HOTSEAT, lines=("help", "quit")).out
    for name in COMMANDS:
        assert f"\n  {name} " in out
        assert hasattr(Session, "do_" + {"?": "explain"}.get(name, name))
    assert set(ALIASES.values()) <= set(COMMANDS)


def test_a_move_spelt_like_a_command_is_a_move(monkeypatch):
    from stockade.cli import keyboard

    commands = {"draw", "?"}
    for typed, moves, line in (
        ("draw", [], keyboard.Line("draw", "")),
        ("draw", ["Draw"], keyboard.Line("", "draw")),
        ("/draw", ["Draw"], keyboard.Line("draw", "")),
        ("DRAW now", [], keyboard.Line("draw", "now")),
        ("?B3-5", [], keyboard.Line("?", "B3-5")),
        (" b3-5 ", ["B3-5"], keyboard.Line("", "b3-5")),
    ):
        monkeypatch.setattr("builtins.input", lambda _prompt, typed=typed: typed)
        assert keyboard.read("> ", commands, moves) == line


def test_rules_are_drawn_with_boards(cli, monkeypatch):
    position = json.dumps({"position": stockade.game("blockade").start().to_json(), "caption": "How it begins"})
    text = f"# Blockade\n\nMove *well*.\n\n```board\n{position}\n```\n\nThe end.\n\n```board\n{{}}\n```\n"
    monkeypatch.setattr(stockade.Game, "learn", lambda _game: text)
    out = cli("rules", "blockade").out
    assert out.index("Move well.") < out.index("■C■") < out.index("How it begins") < out.index("The end.")
    assert "■C■" in cli(*HOTSEAT, lines=("rules", "quit")).out


def test_one_ruling_by_its_number(cli, monkeypatch):
    text = "# Rulings\n\n## 1. A draw pushes\n\nIt never *pulls*.\n\n## 10. No retreat\n\nNothing else.\n"
    monkeypatch.setattr(stockade.Game, "text_file", lambda _game, _name: text)
    out = cli("rules", "blockade", "1").out
    assert "Ruling 1: A draw pushes" in out
    assert "It never pulls." in out
    assert "No retreat" not in out
    assert "Nothing else." in cli(*HOTSEAT, lines=("rules 10", "quit")).out
    assert cli("rules", "blockade", "3").code == 2


@pytest.mark.parametrize("name", stockade.games())
def test_lesson_and_rulings_of_every_game(cli, name):
    answer = cli("rules", name)
    assert answer.code == 0
    assert stockade.game(name).spec.title in answer.out
    assert '"position"' not in answer.out  # every board could be drawn
    match = stockade.Match(name, seed=1)
    for ruling in {group.reason.ruling for group in refusals(match.state)} - {""}:
        assert cli("rules", name, ruling).code == 0


def test_ages_in_words():
    assert [saves.age_text(s) for s in (5, 61, 7200, 3 * 86400)] == [
        "just now", "1 minute ago", "2 hours ago", "3 days ago",
    ]  # fmt: skip
