import type pg from 'pg';
import type { Dice } from '../../../oracle/generator/dice.js';
import { DAYS, LABELS, NAMESPACES, PLUGINS, PROFILES, REASONS, type MadeDecisions } from './made-decisions.js';

/** A decision at random, as far as questions are asked by it. */
export interface SomeDecision {
  readonly run_id: string;
  readonly ordinal: number;
  readonly at: Date;
  readonly pod_namespace: string;
  readonly pod_name: string;
}

export interface Asking {
  readonly dice: Dice;
  readonly made: MadeDecisions;
  readonly some: readonly SomeDecision[];
}

const DAY_MS = 86_400_000;
const OBSTACLES = ['first', 'any', 'sole', 'only'] as const;

const namespace = ({ dice }: Asking): string => `ns-${dice.between(0, NAMESPACES - 1)}`;
const nodeName = ({ dice, made }: Asking): string => `node-${dice.between(0, made.nodes - 1)}`;
const key = ({ dice }: Asking): string => dice.pick(Object.keys(LABELS));

function label(asking: Asking): string {
  const name = key(asking);
  return `${name}=${name}-${asking.dice.between(0, (LABELS[name] ?? 1) - 1)}`;
}

const midnight = (daysAgo: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS).toISOString();

type Query = Readonly<Record<string, string>>;

/** Questions for a page of decisions, each with other arguments every time. */
export const PAGES: Readonly<Record<string, (asking: Asking) => Query>> = {
  newest: () => ({}),
  namespace: (asking) => ({ namespace: namespace(asking) }),
  node: (asking) => ({ node: nodeName(asking) }),
  outcome: () => ({ outcome: 'unschedulable' }),
  plugin: ({ dice }) => ({ plugin: dice.pick(PLUGINS), outcome: 'unschedulable' }),
  obstacle: ({ dice }) => ({ plugin: dice.pick(PLUGINS), obstacle: dice.pick(OBSTACLES) }),
  onlyTaints: ({ dice }) => ({
    plugin: 'TaintToleration',
    obstacle: 'only',
    outcome: 'unschedulable',
    since: midnight(30),
    until: midnight(dice.between(0, 29)),
  }),
  reason: ({ dice }) => ({ reason: dice.pick(REASONS)[1], obstacle: dice.pick(OBSTACLES) }),
  label: (asking) => ({ labelSelector: label(asking) }),
  labelKey: (asking) => ({ labelSelector: key(asking), outcome: 'unschedulable' }),
  profile: ({ dice }) => ({ profile: dice.pick(PROFILES), outcome: 'unschedulable' }),
  rarePair: (asking) => ({ namespace: namespace(asking), node: nodeName(asking) }),
  rareTriple: (asking) => ({ namespace: namespace(asking), node: nodeName(asking), labelSelector: label(asking) }),
  /** Who is unschedulable is on no node: all segments are looked through for nothing. */
  nothing: (asking) => ({ outcome: 'unschedulable', node: nodeName(asking) }),
  rareReason: (asking) => {
    const [plugin, reason] = asking.dice.pick(REASONS);
    return {
      plugin,
      reason,
      obstacle: 'only',
      namespace: namespace(asking),
      labelSelector: label(asking),
      profile: 'batch',
    };
  },
  hour: ({ dice }) => {
    const begin = Date.now() - dice.between(1, DAYS * 24 - 1) * 3_600_000;
    return {
      outcome: 'unschedulable',
      since: new Date(begin).toISOString(),
      until: new Date(begin + 3_600_000).toISOString(),
    };
  },
  before: ({ dice, ...asking }) => ({
    namespace: namespace({ dice, ...asking }),
    outcome: 'unschedulable',
    until: midnight(dice.between(1, DAYS - 1)),
  }),
  pod: ({ dice, some }) => {
    const { pod_namespace: space, pod_name: name } = dice.pick(some);
    return { pod: `${space}/${name}` };
  },
  run: ({ dice, some }) => ({ run: dice.pick(some).run_id, outcome: 'unschedulable' }),
};

/** Questions for sums. */
export const SUMS: Readonly<Record<string, (asking: Asking) => readonly [path: string, query: Query]>> = {
  exhausted: () => ['decision-totals', { groupBy: 'week,namespace,resource', orderBy: 'attempts', top: '1' }],
  byOutcome: () => ['decision-totals', { groupBy: 'day,outcome' }],
  byPlugin: (asking) => ['decision-totals', { groupBy: 'day,plugin', namespace: namespace(asking) }],
  topReasons: ({ dice }) => [
    'decision-totals',
    { groupBy: 'reason', orderBy: 'only', outcome: 'unschedulable', since: midnight(dice.between(1, DAYS)) },
  ],
  waits: () => ['waits', { groupBy: 'week,namespace' }],
  waitsOfOne: (asking) => ['waits', { groupBy: 'day', namespace: namespace(asking) }],
};

/** Decisions anywhere in the log. */
export async function someDecisions(
  client: pg.Client,
  { clusterId, decisions }: MadeDecisions,
): Promise<SomeDecision[]> {
  const { rows } = await client.query<SomeDecision>(
    `SELECT d.run_id, d.ordinal, d.at, d.pod_namespace, d.pod_name
     FROM decisions d TABLESAMPLE SYSTEM (${Math.min(100, (100 * 5000) / decisions)}) WHERE cluster_id = $1
     LIMIT 20000`,
    [clusterId],
  );
  return rows;
}
