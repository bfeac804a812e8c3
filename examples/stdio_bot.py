"""A bot that is a program of its own. It needs nothing of Stockade: docs/bot-protocol.md describes the lines."""

import random
import sys

actions = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "stockade":
        print("name First steps", "author Ada", "ok", sep="\n", flush=True)
    elif word == "newgame":
        random.seed(int(rest.split(" seed ")[1].split()[0]))
        print("ok", flush=True)
    elif word == "position":
        actions = []  # the position itself is JSON: json.loads(rest)
    elif word == "action":
        actions.append(rest.split(" ")[0])
    elif word == "go":
        print("bestmove", random.choice(actions), flush=True)
    elif word == "quit":
        break
