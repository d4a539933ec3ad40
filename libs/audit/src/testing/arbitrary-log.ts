import fc from 'fast-check';
import type { DecisionFilter, Obstacle, Rejection } from '../decisions/index.js';
import { digestOf, type LoggedDecision, type MadeDecision, type MadePart, type MadePod } from './made-log.js';

export const PROFILES = ['default', 'packing'];
const NAMESPACES = ['a', 'b'];
const NODES = ['n1', 'n2', 'n3'];
const OUTCOMES = ['scheduled', 'unschedulable', 'gated'] as const;
const PLUGINS = ['Fit', 'Taint', 'Zone'];
const REASONS = ['Insufficient cpu', 'Insufficient memory', 'Too many pods', 'tainted {k: v}'];
const VALUES = ['web', 'db'];

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const arbitraryRejection: fc.Arbitrary<Rejection> = fc.record({
  plugin: fc.option(oneOf(...PLUGINS), { nil: null, freq: 8 }),
  code: oneOf('Unschedulable', 'UnschedulableAndUnresolvable'),
  reason: oneOf(...REASONS),
  nodes: fc.record({ first: fc.nat(2), any: fc.nat(2), sole: fc.nat(2), only: fc.nat(2) }),
});

const rejectionKey = ({ plugin, code, reason }: Rejection): string => JSON.stringify([plugin, code, reason]);

const arbitraryPod: fc.Arbitrary<Omit<MadePod, 'name'>> = fc.record({
  namespace: oneOf(...NAMESPACES),
  labels: fc.oneof(
    fc.record({ app: oneOf(...VALUES), tier: oneOf(...VALUES) }),
    fc.record({ app: oneOf(...VALUES) }),
    fc.constant({}),
  ),
  fate: oneOf('there', 'there', 'deleted', 'evicted'),
});

const arbitraryDecision: fc.Arbitrary<MadeDecision> = fc.record({
  // Names are given when the log is whole.
  pod: arbitraryPod.map((pod) => ({ ...pod, name: '' })),
  outcome: oneOf(...OUTCOMES),
  node: fc.option(oneOf(...NODES), { nil: null }),
  profile: fc.option(oneOf(...PROFILES), { nil: null, freq: 5 }),
  rejections: fc.uniqueArray(arbitraryRejection, { maxLength: 3, selector: rejectionKey }),
  waitedMs: fc.option(fc.nat(100_000_000), { nil: null }),
});

/** Parts of runs that interleave, between revisions of others, over several days. */
export const arbitraryLog: fc.Arbitrary<readonly MadePart[]> = fc
  .array(
    fc.record({
      run: fc.integer({ min: 1, max: 4 }),
      others: oneOf(0, 0, 2),
      minutes: oneOf(0, 1, 700),
      decisions: fc.array(arbitraryDecision, { minLength: 1, maxLength: 7 }),
    }),
    { minLength: 1, maxLength: 20, size: 'max' },
  )
  .map((parts) => {
    // Every third decision is of the pod before last: pods are tried again, on other days too.
    const pods: MadePod[] = [];
    const podOf = ({ pod }: MadeDecision): MadePod => {
      const again = pods.length % 3 === 2 ? pods.at(-2) : undefined;
      pods.push(again ?? { ...pod, name: `p${pods.length}` });
      return pods[pods.length - 1] as MadePod;
    };
    return parts.map((part) => ({ ...part, decisions: part.decisions.map((one) => ({ ...one, pod: podOf(one) })) }));
  });

const arbitraryTime = fc
  .integer({ min: 0, max: 20 * 250 })
  .map((minutes) => new Date(Date.UTC(2026, 0, 31, 22) + minutes * 60_000));

const CONDITIONS = {
  namespace: oneOf(...NAMESPACES, ...NAMESPACES, 'none'),
  node: oneOf(...NODES),
  outcome: oneOf(...OUTCOMES),
  profile: oneOf(...PROFILES, ...PROFILES.map(digestOf), 'none'),
  labels: fc.array(fc.record({ key: oneOf('app', 'tier'), value: fc.option(oneOf(...VALUES), { nil: null }) }), {
    minLength: 1,
    maxLength: 2,
  }),
  plugin: oneOf(...PLUGINS),
  reason: oneOf(...REASONS),
  obstacle: oneOf<Obstacle>('first', 'any', 'sole', 'only', 'alone'),
  since: arbitraryTime,
  until: arbitraryTime,
  // The time of the revision is filled in from the log.
  upTo: fc.nat(30).map((revision) => ({ revision: BigInt(revision), at: null })),
};

/**
 * Up to three conditions of any kind: more of them leave nothing. How something was in the way is
 * asked only where it says what.
 */
export const arbitraryFilter: fc.Arbitrary<DecisionFilter> = fc
  .subarray(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[], { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.record(CONDITIONS).map((all): DecisionFilter => Object.fromEntries(names.map((name) => [name, all[name]]))),
  )
  .map(({ obstacle, ...filter }) =>
    obstacle !== undefined && (filter.plugin !== undefined || filter.reason !== undefined)
      ? { ...filter, obstacle }
      : filter,
  );

/** What a filter says of a decision, in other words than those of the index and of SQL. */
export function matches(decision: LoggedDecision, filter: DecisionFilter): boolean {
  const { pod, outcome, node, profile } = decision;
  const { labels = [] } = filter;
  return (
    (filter.namespace === undefined || filter.namespace === pod.namespace) &&
    (filter.node === undefined || filter.node === node) &&
    (filter.outcome === undefined || filter.outcome === outcome) &&
    (filter.profile === undefined || (profile !== null && [profile, digestOf(profile)].includes(filter.profile))) &&
    labels.every(({ key, value }) => key in pod.labels && (value === null || pod.labels[key] === value)) &&
    isThen(decision, filter) &&
    isRejected(decision, filter)
  );
}

function isThen({ at, revision }: LoggedDecision, { since, until, upTo }: DecisionFilter): boolean {
  return (
    (upTo === undefined || BigInt(revision) <= upTo.revision) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until)
  );
}

function isRejected({ rejections }: LoggedDecision, { plugin, reason, obstacle }: DecisionFilter): boolean {
  if (plugin === undefined && reason === undefined) return true;
  const own = rejections.filter(
    (one) => (plugin === undefined || one.plugin === plugin) && (reason === undefined || one.reason === reason),
  );
  return own.length > 0 && (obstacle === undefined || isObstacle(own, { obstacle, all: rejections.length }));
}

function isObstacle(
  own: readonly Rejection[],
  { obstacle, all }: { readonly obstacle: Obstacle; readonly all: number },
): boolean {
  return obstacle === 'alone' ? own.length === all : own.some(({ nodes }) => (nodes[obstacle] ?? 0) > 0);
}
