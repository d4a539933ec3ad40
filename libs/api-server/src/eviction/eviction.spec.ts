import { evictablePod } from './evictable-pod.js';
import { EvictionBudgets, type BudgetObject } from './eviction-budgets.js';

const pod = (
  ready: string | null,
  { phase = 'Running', ...metadata }: { phase?: string; deletionTimestamp?: string } = {},
) =>
  evictablePod({
    metadata: { namespace: 'shop', name: 'web-1', labels: { app: 'web' }, ...metadata },
    spec: { nodeName: 'n1' },
    status: { phase, conditions: ready === null ? [] : [{ type: 'Ready', status: ready }] },
  });

interface Given {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: object | null;
  readonly allowed?: number;
  readonly healthy?: number;
  readonly desired?: number;
  readonly policy?: string;
}

const budget = ({ name = 'web', namespace = 'shop', selector = { matchLabels: { app: 'web' } }, ...given }: Given) =>
  ({
    metadata: { namespace, name },
    spec: { selector, ...(given.policy && { unhealthyPodEvictionPolicy: given.policy }) },
    status: {
      disruptionsAllowed: given.allowed ?? 0,
      currentHealthy: given.healthy ?? 1,
      desiredHealthy: given.desired ?? 2,
    },
  }) as BudgetObject;

const AT = '2026-01-01T00:00:00Z';

describe('the eviction API', () => {
  const cases: [name: string, evicted: ReturnType<typeof pod>, budgets: readonly Given[], answer: string][] = [
    ['lets a pod without a budget go', pod('True'), [], 'allowed'],
    ['asks no budget of another namespace', pod('True'), [{ namespace: 'other' }], 'allowed'],
    ['asks no budget without a selector', pod('True'), [{ selector: null }], 'allowed'],
    ['asks a budget with an empty selector', pod('True'), [{ selector: {} }], 'noDisruptions web'],
    ['counts a ready pod against its budget', pod('True'), [{ allowed: 1 }], 'allowed, counted by web'],
    ['refuses a ready pod that the budget needs', pod('True'), [{}], 'noDisruptions web'],
    ['ignores the policy for a ready pod', pod('True'), [{ policy: 'AlwaysAllow' }], 'noDisruptions web'],
    [
      'refuses a pod of two budgets, even if both allow it',
      pod('True'),
      [{ allowed: 1 }, { name: 'all', selector: {}, allowed: 1 }],
      'severalBudgets web all',
    ],
    [
      'refuses an unready pod of two budgets as well',
      pod('False'),
      [{ policy: 'AlwaysAllow' }, { name: 'all', selector: {}, policy: 'AlwaysAllow' }],
      'severalBudgets web all',
    ],
    ['refuses an unready pod while too few are healthy', pod('False'), [{}], 'noDisruptions web'],
    ['lets an unready pod go while enough are healthy', pod('False'), [{ healthy: 2 }], 'allowed'],
    ['wants some to be healthy for that', pod('False'), [{ healthy: 0, desired: 0 }], 'noDisruptions web'],
    ['lets an unready pod go where the policy says so', pod('False'), [{ policy: 'AlwaysAllow' }], 'allowed'],
    ['keeps to the default policy', pod('Unknown'), [{ policy: 'IfHealthyBudget' }], 'noDisruptions web'],
    ['lets a pending pod go', pod('False', { phase: 'Pending' }), [{}], 'allowed'],
    ['lets a finished pod go', pod('False', { phase: 'Failed' }), [{}, { name: 'all', selector: {} }], 'allowed'],
    ['lets a terminating pod go', pod('True', { deletionTimestamp: AT }), [{}], 'allowed'],
    ['takes a pod that was bound here as running', pod(null, { phase: 'Pending' }), [{}], 'noDisruptions web'],
  ];
  test.each(cases)('%s', (_name, evicted, budgets, answer) => {
    const verdict = new EvictionBudgets(budgets.map(budget)).verdict(evicted);
    const reported = verdict.allowed
      ? ['allowed', ...(verdict.counts === null ? [] : [`counted by ${verdict.counts.name}`])].join(', ')
      : [verdict.reason, ...verdict.budgets.map(({ name }) => name)].join(' ');
    expect(reported).toBe(answer);
  });

  test('counts evictions that were allowed before', () => {
    const budgets = new EvictionBudgets([budget({ allowed: 1 })]);
    const [web] = budgets.of(pod('True'));
    if (web === undefined) throw new Error('the budget selects the pod');
    expect(budgets.verdict(pod('True'), new Map([[web, 1]])).allowed).toBe(false);
  });
});
