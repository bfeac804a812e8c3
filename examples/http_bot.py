"""Plays a match against a bot on a server: python http_bot.py http://localhost:8000 blockade [KEY]"""

import json
import random
import sys
from urllib.request import Request, urlopen

server, game, *key = sys.argv[1:]
headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key[0]}"} if key else {})


def ask(path, body=None):
    return urlopen(Request(f"{server}/api/matches{path}", body and json.dumps(body).encode(), headers))


made = json.load(ask("", {"game": game, "seats": [{"kind": "human"}, {"kind": "bot", "level": 1}]}))
headers["Authorization"] = f"Bearer {made['token'] or key[0]}"
played = 0  # the last version of the table in which we have played
for line in ask(f"/{made['id']}/events"):  # the table, after every change, until the match is over
    view = json.loads(line[6:]).get("view") if line.startswith(b"data: ") else None
    if view and view["result"]:
        print(view["result"]["reason"], view["result"]["scores"])
        break
    elif view and view["scene"]["choices"] and view["version"] > played:  # it is our turn
        action, played = random.choice(view["scene"]["choices"])["action"], view["version"]
        ask(f"/{made['id']}/actions", {"version": played, "action": action})
