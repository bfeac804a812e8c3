"""Play at a prompt: read a line, do what it says, show the table."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from rich.markup import escape

from stockade.bots.failure import BotFailed
from stockade.cli import saves
from stockade.cli.keyboard import Leave, Line, ask, complete_with, read, yes
from stockade.cli.options import options_text
from stockade.cli.table import Table
from stockade.cli.terminal import busy, reason_text, say, say_entry, say_whole, show_board
from stockade.core.english import counted
from stockade.core.errors import BadOption, NotAllowed, StockadeError
from stockade.core.match import Step, entries

COMMANDS = {
    "?": "what you may play and why the rest is not allowed; `? MOVE` about one move",
    "hint": "what the strongest bot would play",
    "undo": "take back your last decision",
    "board": "show the board again (so does an empty line)",
    "log": "all moves so far",
    "rules": "how the game is played; `rules 2` shows ruling 2",
    "tips": "what the guide has explained so far; `tips on` turns it on, `tips off` leaves it",
    "save": "save the match; `save FILE` keeps a copy there",
    "resume": "go on with another saved match; `resume FILE` opens that one",
    "draw": "offer a draw",
    "resign": "give up",
    "again": "start a new match with the same seats",
    "quit": "leave; the match is kept",
    "help": "this list",
}
ALIASES = {"load": "resume", "h": "help", "q": "quit", "exit": "quit", "moves": "?", "new": "again"}


class Session:
    """A session of one or more people at one keyboard."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.draw_refused_at = -1  # ply of the last draw offer that was declined
        self.autosaves = True

    # -- the loop ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the user quits. The match is saved after every move."""
        try:
            self._introduce()
            self._show()
            while True:
                if not self.table.match.is_over and self.table.is_bot(self.table.match.state.current_player):
                    self._let_bot_play()
                else:
                    self._obey(self._read())
        except (Leave, KeyboardInterrupt):
            self._say_goodbye()
        except BotFailed:
            self._say_goodbye()  # the match goes on when the bot is repaired
            raise

    def _read(self) -> Line:
        match = self.table.match
        legal = [] if match.is_over else [match.state.format(action) for action in match.state.legal_actions()]
        complete_with([*legal, *COMMANDS])
        name = "over" if match.is_over else match.state.seat_name(match.state.current_player)
        return read(f"{name}> ", {*COMMANDS, *ALIASES}, legal)

    def _obey(self, line: Line) -> None:
        try:
            if line.command:
                name = ALIASES.get(line.command, line.command)
                method = getattr(self, "do_" + {"?": "explain"}.get(name, name))
                method(line.text)
            elif line.text:
                self._play(line.text)
            else:
                self._show()
        except StockadeError as error:
            say(f"[bad]✗[/] {reason_text(error)}")
            if line.text and not line.command and not self.table.match.is_over:
                say("  [dim]Nothing has changed. `?` shows what you may play, `help` the commands.[/]")
        except OSError as error:
            say(f"[bad]✗[/] {escape(f'{error.filename}: {error.strerror}')}")

    # -- moves ---------------------------------------------------------------------------------------------

    def _play(self, text: str) -> None:
        match = self.table.match
        if match.is_over:
            raise NotAllowed("the match is over; `undo`, `again` and `quit` are what is left")
        self._record(lambda: match.play(text, match.state.current_player))

    def _let_bot_play(self) -> None:
        match = self.table.match
        seat = match.state.current_player
        with busy(f"{self.table.who(seat)} is thinking"):
            action = self.table.bot(seat).choose(match.state)
        self._record(lambda: match.play(action, seat))

    def _record(self, play: Callable[[], list[Step]]) -> None:
        """Play an action, save the match, and print what happened, including chance."""
        match = self.table.match
        seats = self._seats_text()
        steps = play()
        self._autosave()
        for entry in entries(steps, match.first_ply):
            say_entry(entry, entry.ply + 1)
        if self._seats_text() != seats:  # a new round in which people play other colours
            say(f"  Now: {escape(self._seats_text())}")
        # If a bot is next, its action is shown before the board.
        if match.is_over or not self.table.is_bot(match.state.current_player):
            self._show()

    def _autosave(self) -> None:
        if not self.autosaves:
            return
        try:
            self.table.save()
        except OSError as error:
            self.autosaves = False
            say(f"[bad]![/] This match cannot be kept: {escape(str(error))}. `save FILE` may find a better place.")

    # -- what is shown -------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        game, match = self.table.game, self.table.match
        say(f"\n[bold]{escape(game.spec.title)}[/] [dim]{escape(options_text(match))}[/]")
        say(f"  {escape(self._seats_text())}")
        say("  [dim]Type a move, `?` to see what you may play, `rules` to learn the game, `help` for the rest.[/]")

    def _seats_text(self) -> str:
        return ", ".join(self.table.who(seat) for seat in range(self.table.match.players))

    def _show(self) -> None:
        match = self.table.match
        say()
        show_board(match.state)
        say()
        guide = self.table.guide
        if match.is_over:
            self._show_result()
            if guide is not None:
                guide.say_end()
        else:
            say(f"  {escape(match.state.scene(None).prompt)}")
            if guide is not None:
                guide.say_tip()

    def _show_result(self) -> None:
        match = self.table.match
        result = match.result
        assert result is not None
        names = [match.state.seat_name(seat) for seat in result.winners]
        drawn = len(names) == match.players > 1
        alone = match.players == 1
        winners = " and ".join(names) or "Nobody"
        headline = "Draw" if drawn else winners + (" share the win" if len(names) > 1 else " wins")
        say(f"  [bold]{escape(result.reason if alone else f'{headline}: {result.reason}')}.[/]")
        if alone or any(points not in (0, 1) for points in result.scores):
            scores = (f"{match.state.seat_name(seat)} {points:g}" for seat, points in enumerate(result.scores))
            say(f"  {escape(', '.join(scores))}")
        if len(self.table.people) == 1 and not drawn and not alone:
            won = self.table.people[0] in result.winners
            say("  [good]You win.[/]" if won else "  [bad]You lose.[/]")
        say("  [dim]`undo` takes back, `log` shows the moves, `again` starts anew, `quit` leaves.[/]")

    def _say_goodbye(self) -> None:
        self._autosave()
        match, path = self.table.match, self.table.path
        if not path.exists():
            say("\nGoodbye.")
        elif match.is_over:
            say("\nGoodbye. To see it again:")
            say_whole(f"  stockade replay {escape(shlex.quote(str(path)))}")
        else:
            say("\nThe match is saved. Go on with: [key]stockade play --resume[/]")
            say_whole(f"  [dim]or, by its file: stockade play --resume {escape(shlex.quote(str(path)))}[/]")

    # -- commands, one for each word of COMMANDS -----------------------------------------------------------

    def do_help(self, _: str) -> None:
        say("Type a move in the game's notation, or one of these:")
        for name, text in COMMANDS.items():
            say(f"  [key]{name:<8}[/]{escape(text)}")
        say("  [dim]Where a move is spelt like a command, write the command with a slash: /draw.[/]")

    def do_explain(self, wanted: str) -> None:
        from stockade.cli.explain import explain

        if self.table.match.is_over:
            raise NotAllowed("the match is over; there is nothing more to play")
        explain(self.table.match.state, wanted)

    def do_hint(self, _: str) -> None:
        from stockade.bots.advice import advise

        state = self.table.match.state
        if self.table.match.is_over:
            raise NotAllowed("the match is over; there is nothing more to play")
        with busy("looking for a good move"):
            advice = advise(state)
        choices = {choice.action: choice for choice in state.scene(state.current_player).choices}
        for number, hint in enumerate(advice.hints):
            who = f"{advice.name} would play" if number == 0 else "or"
            choice = choices[hint.action]
            worth = f" [dim]({escape(hint.worth)})[/]" if hint.worth else ""
            say(f"  {who} [key]{escape(choice.text)}[/]: {escape(choice.label)}{worth}")

    def do_undo(self, _: str) -> None:
        plies = self.table.undo()
        self._autosave()
        say(f"Taken back: {counted(plies, 'move')}." if plies else "Taken back.")
        self._show()

    def do_board(self, _: str) -> None:
        self._show()

    def do_log(self, _: str) -> None:
        for entry in self.table.match.history():
            say_entry(entry, entry.ply + 1)
        if not self.table.match.actions:
            say("  [dim]Nothing has been played yet.[/]")

    def do_rules(self, wanted: str) -> None:
        from stockade.cli.lesson import show_lesson, show_ruling

        if wanted:
            show_ruling(self.table.game, wanted)
        else:
            show_lesson(self.table.game)

    def do_tips(self, wanted: str) -> None:
        table = self.table
        if wanted not in ("", "on", "off"):
            raise BadOption(f"say `tips`, `tips on` or `tips off`, not `tips {wanted}`")
        if wanted:
            table.guided = wanted == "on"
            self._autosave()
        if wanted == "off":
            say("You have left the guide. `tips on` brings it back.")
        elif table.guide is not None:
            table.guide.say_all()
        elif not table.game.has_guide or len(table.people) != 1:
            table.guided = False
            raise NotAllowed("the guide is for one person who plays against bots, in a game that has one")
        else:
            say("  This match has no guide. `tips on` starts it.")

    def do_save(self, text: str) -> None:
        path = Path(text).expanduser() if text else None
        if path is not None and path.exists() and not yes(f"{path} is there already. Write over it?"):
            say("Not saved.")
            return
        self.table.save(path)
        if path is None and not self.table.path.exists():
            raise NotAllowed("there is nothing to save yet")
        say_whole(f"Saved: {escape(str(path or self.table.path))}")

    def do_resume(self, text: str) -> None:
        path = Path(text).expanduser() if text else self._pick_saved()
        with busy("opening the match"):
            table = Table.load(path)
        self._autosave()
        self.table = table
        self._introduce()
        self._show()

    def _pick_saved(self) -> Path:
        found = [saved for saved in saves.unfinished() if saved.path != self.table.path][:9]
        if not found:
            raise NotAllowed("there is no other unfinished match")
        for number, saved in enumerate(found, 1):
            moves = counted(saved.actions, "move")
            say(f"  [key]{number}[/] {escape(saved.game)}, {moves}, {saves.age_text(saved.age)}")
        answer = ask(f"Which one, 1 to {len(found)}? ")
        if not answer.isdecimal() or not 1 <= int(answer) <= len(found):
            raise BadOption("no match was chosen; this one goes on")
        return found[int(answer) - 1].path

    def do_resign(self, _: str) -> None:
        match = self.table.match
        if match.is_over:
            raise NotAllowed("the match is over")
        seat = match.state.current_player
        if yes(f"{match.state.seat_name(seat)}: give up this match?"):
            match.resign(seat)
            self._autosave()
            self._show()

    def do_draw(self, _: str) -> None:
        match = self.table.match
        if match.is_over:
            raise NotAllowed("the match is over")
        others = [
            seat for seat in range(match.players) if seat not in (match.state.current_player, *match.auto_seats)
        ]
        if not others:
            raise NotAllowed("there is nobody to agree to a draw")
        if self.draw_refused_at == len(match.actions):
            raise NotAllowed("your offer was declined; play on before you offer again")
        for seat in others:
            if not self._accepts_draw(seat):
                self.draw_refused_at = len(match.actions)
                say(f"{escape(self.table.who(seat))} declines the draw.")
                return
        match.agree_draw()
        self._autosave()
        self._show()

    def _accepts_draw(self, seat: int) -> bool:
        from stockade.bots.advice import accepts_draw

        if not self.table.is_bot(seat):
            return yes(f"{self.table.who(seat)}: do you take the draw?")
        with busy(f"{self.table.who(seat)} is thinking"):
            return accepts_draw(self.table.bot(seat), self.table.match.state, seat)

    def do_again(self, _: str) -> None:
        from stockade.core.match import Match

        match = self.table.match
        if not match.is_over and not yes("This match is not over; it is kept. Start another?"):
            return
        self._autosave()
        self.table = Table(Match(match.game, match.players, match.options), self.table.seats)
        self._introduce()
        self._show()

    def do_quit(self, _: str) -> None:
        raise Leave
