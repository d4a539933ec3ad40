import type { Flow } from '../../drawing/ribbons.js';
import { counted } from '../../words/index.js';

/** A pod before and after: null where it is on no node. */
export interface Move {
  readonly from: string | null;
  readonly to: string | null;
}

/** What a what-if does to a pod, the worst first. */
const EFFECTS = ['loses its node', 'still waits', 'moves', 'gets a node', 'stays'] as const;
export type Effect = (typeof EFFECTS)[number];

export function effectOf({ from, to }: Move): Effect {
  if (to === null) return from === null ? 'still waits' : 'loses its node';
  if (from === null) return 'gets a node';
  return from === to ? 'stays' : 'moves';
}

/** The worst first; equals keep their order. */
export function worstFirst<M extends Move>(moves: readonly M[]): readonly M[] {
  return [...moves].sort((a, b) => EFFECTS.indexOf(effectOf(a)) - EFFECTS.indexOf(effectOf(b)));
}

const VERBS: Readonly<Record<Effect, readonly [one: string, more: string]>> = {
  'loses its node': ['loses its node', 'lose their nodes'],
  'still waits': ['still waits', 'still wait'],
  moves: ['moves', 'move'],
  'gets a node': ['gets a node', 'get a node'],
  stays: ['stays', 'stay'],
};

/** What happens to pods in one sentence, the worst first: `3 pods lose their nodes, 1 pod moves.` */
export function movesInWords(moves: readonly Move[]): string {
  const parts = EFFECTS.flatMap((effect) => {
    const number = moves.filter((move) => effectOf(move) === effect).length;
    return number === 0 ? [] : [`${counted(number, 'pod')} ${VERBS[effect][number === 1 ? 0 : 1]}`];
  });
  return parts.length === 0 ? 'No pod is decided.' : `${parts.join(', ')}.`;
}

/** Beyond these, nodes are one group. */
const MOST_NODES = 8;
export const NO_NODE = 'no node';
const WAITS = 'pending';

/**
 * The moves between groups of nodes: their zones where they are in several, otherwise the nodes that most of the pods
 * come from or go to. What stays where it is, or still waits, is no flow.
 */
export function flowsOf(moves: readonly Move[], zones: ReadonlyMap<string, string>): readonly Flow[] {
  const moved = moves.filter(({ from, to }) => from !== to);
  const groupOf = groupingOf(
    moved.flatMap(({ from, to }) => [from, to]).filter((node) => node !== null),
    zones,
  );
  const flows = new Map<string, Flow>();
  for (const { from, to } of moved) {
    const ends = { from: from === null ? WAITS : groupOf(from), to: to === null ? NO_NODE : groupOf(to) };
    const key = JSON.stringify(ends);
    flows.set(key, { ...ends, count: (flows.get(key)?.count ?? 0) + 1 });
  }
  return [...flows.values()];
}

function groupingOf(nodes: readonly string[], zones: ReadonlyMap<string, string>): (node: string) => string {
  const zoneOf = (node: string): string => zones.get(node) ?? '';
  if (new Set(nodes.map(zoneOf)).size > 1) return (node) => zoneOf(node) || 'without a zone';
  const counts = new Map<string, number>();
  for (const node of nodes) counts.set(node, (counts.get(node) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_NODES);
  const shown = new Set(most.map(([node]) => node));
  return (node) => (shown.has(node) ? node : 'other nodes');
}
