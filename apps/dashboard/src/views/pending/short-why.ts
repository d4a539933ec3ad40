import { count, counted } from '../../words/index.js';

/**
 * `0/3 nodes are available: 2 Insufficient cpu, 1 node(s) had untolerated taint(s).`, and behind it what plugins say
 * that look for room afterwards: `no new claims to deallocate, preemption: ...`.
 */
const MESSAGE = /^0\/(\d+) nodes are available: (.*?)(?:\.(?: .*)?)?$/s;
const REASON = /^(\d+) (.*)$/s;
const TOO_LITTLE = 'too little ';

/** The nodes on which each reason holds, of so many. */
interface Parsed {
  readonly nodes: number;
  readonly reasons: ReadonlyMap<string, number>;
}

/**
 * What kube-scheduler's sentence says, with what holds on most nodes first and without what each reason begins with;
 * another sentence as it is.
 */
export function shortWhy(message: string): string {
  return shortWhyOfAll([message]) ?? message;
}

/** The same of many sentences about the same nodes, with the fewest and the most nodes of a reason. */
export function shortWhyOfAll(messages: readonly string[]): string | undefined {
  const parsed = messages.map(parse).filter((one) => one !== undefined);
  const all = parsed[0]?.nodes;
  if (all === undefined || parsed.length < messages.length || parsed.some(({ nodes }) => nodes !== all))
    return undefined;
  const reasons = [...new Set(parsed.flatMap(({ reasons: map }) => [...map.keys()]))]
    .map((reason) => {
      const nodes = parsed.map(({ reasons: map }) => map.get(reason) ?? 0);
      return { reason, least: Math.min(...nodes), most: Math.max(...nodes) };
    })
    .sort((a, b) => b.most - a.most);
  const isOnAll = reasons[0]?.least === all;
  const parts = reasons.map(({ reason, least, most }, index) => {
    const isSaid = reasons[index - 1]?.reason.startsWith(TOO_LITTLE) === true && reason.startsWith(TOO_LITTLE);
    const where =
      index === 0 && isOnAll ? onAll(all) : `on ${least === most ? '' : `${count(least)} to `}${count(most)}`;
    return `${isSaid ? reason.slice(TOO_LITTLE.length) : reason} ${where}`;
  });
  return `${parts.join(', ')}${isOnAll ? '' : ` of ${counted(all, 'node')}`}`;
}

function parse(message: string): Parsed | undefined {
  const [, nodes, list] = MESSAGE.exec(message) ?? [];
  const reasons = (list ?? '')
    .split(/, (?=\d+ )/)
    .map((text) => REASON.exec(text))
    .filter((found) => found !== null)
    .map(([, number, reason = '']) => [shortReason(reason), Number(number)] as const);
  return reasons.length === 0 ? undefined : { nodes: Number(nodes), reasons: new Map(reasons) };
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
