"""Plays a match against a bot on a server: python http_bot.py http://localhost:8000 blockade [KEY]"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect  # pip install websockets

server, game, *key = sys.argv[1:]
headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key[0]}"} if key else {})
table = {"game": game, "seats": [{"kind": "human"}, {"kind": "bot", "level": 1}]}
made = json.load(urlopen(Request(f"{server}/api/matches", json.dumps(table).encode(), headers)))
with connect(f"{server.replace('http', 'ws', 1)}/api/matches/{made['id']}/live", max_size=None) as live:
    live.send(json.dumps({"type": "join", "token": made["token"] or key[0]}))
    for event in map(json.loads, live):  # the table, after every change
        if event["type"] == "error":
            sys.exit(event["message"])
        view = event.get("view", {})
        if view.get("result"):
            print(view["result"]["reason"], view["result"]["scores"])
            break
        if view and view["scene"]["choices"]:  # it is our turn
            action = random.choice(view["scene"]["choices"])["action"]
            live.send(json.dumps({"type": "play", "version": view["version"], "action": action}))
