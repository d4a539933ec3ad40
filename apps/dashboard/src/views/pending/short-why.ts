import { counted } from '../../words/index.js';

/**
 * `0/3 nodes are available: 2 Insufficient cpu, 1 node(s) had untolerated taint(s).`, and behind it what plugins say
 * that look for room afterwards: `no new claims to deallocate, preemption: ...`.
 */
const MESSAGE = /^0\/(\d+) nodes are available: (.*?)(?:\.(?: .*)?)?$/s;
const REASON = /^(\d+) (.*)$/s;
const TOO_LITTLE = 'too little ';

/**
 * What kube-scheduler's sentence says, with what holds on most nodes first and without what each reason begins with;
 * another sentence as it is.
 */
export function shortWhy(message: string): string {
  const [, nodes, list] = MESSAGE.exec(message) ?? [];
  if (nodes === undefined || list === undefined) return message;
  const reasons = list
    .split(/, (?=\d+ )/)
    .map((text) => REASON.exec(text))
    .filter((found) => found !== null)
    .map(([, count, reason = '']) => ({ count: Number(count), reason: shortReason(reason) }))
    .sort((a, b) => b.count - a.count);
  if (reasons.length === 0) return message;
  const all = Number(nodes);
  const isOnAll = reasons.some(({ count }) => count === all);
  const parts = reasons.map(({ count, reason }, index) => {
    const isSaid = reasons[index - 1]?.reason.startsWith(TOO_LITTLE) === true && reason.startsWith(TOO_LITTLE);
    const where = index === 0 && isOnAll ? onAll(all) : `on ${count.toLocaleString('en')}`;
    return `${isSaid ? reason.slice(TOO_LITTLE.length) : reason} ${where}`;
  });
  return `${parts.join(', ')}${isOnAll ? '' : ` of ${counted(all, 'node')}`}`;
}

function onAll(nodes: number): string {
  return nodes === 1 ? 'on the only node' : `on all ${counted(nodes, 'node')}`;
}

/** `Insufficient cpu` as `too little cpu`; `node(s) had ...` without the noun. */
function shortReason(reason: string): string {
  return reason.replace(/^Insufficient /, TOO_LITTLE).replace(/^node\(s\) (were )?/, '');
}

/** The reasons of a set, without the plugins that they come from: `too little cpu, memory`. */
export function shortSet(set: string): string {
  const reasons = set.split('; ').map((part) => part.replace(/^[A-Za-z]+: /, ''));
  const lacking = reasons.filter((reason) => reason.startsWith('Insufficient ')).map((reason) => reason.slice(13));
  const others = reasons.filter((reason) => !reason.startsWith('Insufficient ')).map(shortReason);
  return [...(lacking.length > 0 ? [TOO_LITTLE + lacking.join(', ')] : []), ...others].join('; ');
}
