// A boardgame.io server with Blockade.
//
//   node server.js PORT [FOLDER]    keeps matches in memory or, with FOLDER, in files

import { createRequire } from "node:module";
import { newMatch, play } from "./rules.js";

const require = createRequire(import.meta.url);
const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const [port, folder] = process.argv.slice(2);

const Blockade = {
  name: "blockade",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => newMatch(),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: () => 0, next: ({ G }) => G.player },
  },
  moves: {
    play: {
      move: ({ G }, action) => (play(G, action) ? undefined : INVALID_MOVE),
      client: false,
    },
  },
  endIf: ({ G }) => (G.over ? { points: [...G.points] } : undefined),
};

const server = Server({
  games: [Blockade],
  origins: [],
  db: folder ? new FlatFile({ dir: folder }) : undefined,
});
server.run(Number(port));
