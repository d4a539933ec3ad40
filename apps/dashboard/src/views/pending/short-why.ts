import { count, counted } from '../../words/index.js';

/**
 * `0/3 nodes are available: 2 Insufficient cpu, 1 node(s) had untolerated taint(s).`, and behind it what plugins say
 * that look for room afterwards: `no new claims to deallocate, preemption: ...`.
 */
const MESSAGE = /^0\/(\d+) nodes are available: (.*?)(?:\.(?: .*)?)?$/s;
const REASON = /^(\d+) (.*)$/s;
const TOO_LITTLE = 'too little ';

/** A reason, and on how many nodes it holds: of several pods, on the fewest and on the most. */
interface Held {
  readonly reason: string;
  readonly leastNodes: number;
  readonly mostNodes: number;
}

/**
 * What kube-scheduler's sentence says, with what holds on most nodes first and without what each reason begins with;
 * another sentence as it is.
 */
export function shortWhy(message: string): string {
  const [, nodes, list] = MESSAGE.exec(message) ?? [];
  const reasons = (list ?? '')
    .split(/, (?=\d+ )/)
    .map((text) => REASON.exec(text))
    .filter((found) => found !== null)
    .map(([, number, reason = '']) => ({ reason, leastNodes: Number(number), mostNodes: Number(number) }));
  if (reasons.length === 0) return message;
  const all = Number(nodes);
  const isOnAll = reasons.some(({ leastNodes }) => leastNodes === all);
  return `${inWords(reasons, isOnAll ? onAll(all) : undefined)}${isOnAll ? '' : ` of ${counted(all, 'node')}`}`;
}

/**
 * The same of the reasons of a set of pods: `too little cpu on 292 to 305 nodes, memory on 49`. What fails only behind
 * others is not in kube-scheduler's sentence, and not here.
 */
export function shortSet(rejections: readonly Held[]): string {
  return inWords(rejections.filter(({ mostNodes }) => mostNodes > 0));
}

/** What holds on most nodes first, where that is. @param first where the first one holds; its nodes if absent */
function inWords(held: readonly Held[], first?: string): string {
  const reasons = held
    .map((one) => ({ ...one, reason: shortReason(one.reason) }))
    .sort((a, b) => b.mostNodes - a.mostNodes);
  const parts = reasons.map(({ reason, leastNodes, mostNodes }, index) => {
    const isSaid = reasons[index - 1]?.reason.startsWith(TOO_LITTLE) === true && reason.startsWith(TOO_LITTLE);
    const nodes = `on ${leastNodes === mostNodes ? '' : `${count(leastNodes)} to `}${count(mostNodes)}`;
    return `${isSaid ? reason.slice(TOO_LITTLE.length) : reason} ${index === 0 ? (first ?? nodes) : nodes}`;
  });
  return parts.join(', ');
}

function onAll(nodes: number): string {
  return nodes === 1 ? 'on the only node' : `on all ${counted(nodes, 'node')}`;
}

/** `Insufficient cpu` as `too little cpu`; `node(s) had ...` without the noun. */
function shortReason(reason: string): string {
  return reason.replace(/^Insufficient /, TOO_LITTLE).replace(/^node\(s\) (were )?/, '');
}
