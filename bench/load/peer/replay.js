// Read lines of [target, limit, [[action, legal actions before it], ...]] and check that the rules agree.

import { createInterface } from "node:readline";
import { newMatch, play } from "./rules.js";

let moves = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [target, limit, steps] = JSON.parse(line);
  const G = newMatch(target, limit);
  for (const [action, legal] of steps) {
    if (JSON.stringify(G.legal) !== JSON.stringify(legal) || !play(G, action)) {
      console.error(`after ${moves} moves: ${JSON.stringify(G)} has not the actions ${legal}`);
      process.exit(1);
    }
    moves += 1;
  }
  if (!G.over) process.exit(1);
}
console.log(moves);
