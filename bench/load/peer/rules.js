// The rules of Blockade with the same action ids as src/stockade/games/blockade.
// A side's pieces are {bridges: [low, high], castle}, on squares 1 to 10.

const SQUARES = 10;
const DISTANCE = [2, 2, 1, 1, 2, 3];
const [BRIDGE, HIGH_BRIDGE, CASTLE, PUSH, HIGH_CASTLE, TOWER] = DISTANCE.keys();
const MOAT = [1, SQUARES];
const START = [
  { bridges: [1, 3], castle: 2 },
  { bridges: [8, 10], castle: 9 },
];
const MAX_ROUNDS = 40;

const actionId = (unit, start, end) =>
  unit * SQUARES * 2 + (start - 1) * 2 + (end > start ? 1 : 0);
const bridgesOn = (pieces, square) => pieces.bridges.filter((bridge) => bridge === square).length;
const isEmpty = (pieces, square) => !bridgesOn(pieces, square) && pieces.castle !== square;

function unitsAt(pieces, square) {
  const bridges = bridgesOn(pieces, square);
  if (pieces.castle === square) {
    return [
      [CASTLE, PUSH],
      [CASTLE, HIGH_CASTLE],
      [CASTLE, HIGH_CASTLE, TOWER],
    ][bridges];
  }
  return [[], [BRIDGE], [BRIDGE, HIGH_BRIDGE]][bridges];
}

function mayLand(pieces, unit, start, end) {
  if (isEmpty(pieces, end)) return unit !== PUSH;
  const bridges = bridgesOn(pieces, end);
  switch (unit) {
    case BRIDGE:
    case HIGH_CASTLE:
      return bridges === 1 && pieces.castle !== end;
    case CASTLE:
      return bridges > 0;
    case PUSH: {
      const behind = 2 * end - start;
      return bridges === 1 && behind >= 1 && behind <= SQUARES && isEmpty(pieces, behind);
    }
    default:
      return false;
  }
}

function moved(pieces, unit, start, end) {
  const castle = [CASTLE, PUSH, HIGH_CASTLE, TOWER].includes(unit) ? end : pieces.castle;
  const [low, high] = pieces.bridges;
  let bridges;
  if (unit === CASTLE) bridges = [low, high];
  else if (unit === PUSH) bridges = [high === end ? low : high, 2 * end - start];
  else if (unit === HIGH_BRIDGE || unit === TOWER) bridges = [end, end];
  else bridges = [high === start ? low : high, end];
  return { bridges: [Math.min(...bridges), Math.max(...bridges)], castle };
}

// Every legal move of a seat, by ascending action id.
export function movesOf(G, seat) {
  const own = G.pieces[seat];
  const opposing = G.pieces[1 - seat];
  const moves = [];
  for (const square of new Set([...own.bridges, own.castle])) {
    for (const unit of unitsAt(own, square)) {
      for (const end of [square - DISTANCE[unit], square + DISTANCE[unit]]) {
        if (end < 1 || end > SQUARES || !mayLand(own, unit, square, end)) continue;
        const action = actionId(unit, square, end);
        const landing = unit === PUSH ? 2 * end - square : end;
        const after = moved(own, unit, square, end);
        if (action === G.retreat[seat] || !isEmpty(opposing, landing)) continue;
        if (after.castle === MOAT[G.side[seat]]) continue;
        const retreat = unit === PUSH ? -1 : actionId(unit, end, square);
        moves.push({ action, after, retreat });
      }
    }
  }
  return moves.sort((a, b) => a.action - b.action);
}

function points(pieces, side) {
  const isInside = (square) => (side === 0 ? square > 5 : square <= 5);
  const moat = pieces.castle === MOAT[1 - side] ? 2 : 0;
  return pieces.bridges.filter(isInside).length + (isInside(pieces.castle) ? 2 : 0) + moat;
}

function startRound(G, black) {
  G.side = black === 0 ? [0, 1] : [1, 0];
  G.pieces = G.side.map((side) => ({ bridges: [...START[side].bridges], castle: START[side].castle }));
  G.retreat = [-1, -1];
  G.moves = 0;
  G.player = black;
  G.legal = movesOf(G, black).map((move) => move.action);
}

function endRound(G, winner) {
  G.round += 1;
  if (winner !== null) {
    const ahead =
      points(G.pieces[winner], G.side[winner]) - points(G.pieces[1 - winner], G.side[1 - winner]);
    G.points[winner] += G.target > 0 ? Math.max(ahead, 1) : 1;
  }
  if (G.target === 0 || G.round >= MAX_ROUNDS || Math.max(...G.points) >= G.target) {
    G.over = true;
    G.legal = [];
  } else {
    startRound(G, G.side[0] === 0 ? 1 : 0);
  }
}

export function newMatch(target = 99, limit = 400) {
  const G = { target, limit, round: 0, points: [0, 0], over: false };
  startRound(G, 0);
  return G;
}

// Make a move. Return whether it was legal.
export function play(G, action) {
  const seat = G.player;
  const move = G.over ? undefined : movesOf(G, seat).find((each) => each.action === action);
  if (move === undefined) return false;
  G.pieces[seat] = move.after;
  G.retreat[seat] = move.retreat;
  G.moves += 1;
  G.player = 1 - seat;
  G.legal = movesOf(G, 1 - seat).map((each) => each.action);
  if (move.after.castle === MOAT[1 - G.side[seat]]) endRound(G, seat);
  else if (G.legal.length === 0) endRound(G, seat);
  else if (G.moves >= G.limit) endRound(G, null);
  return true;
}
