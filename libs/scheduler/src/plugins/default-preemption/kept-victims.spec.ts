import { DenseExecutor, IncrementalExecutor, type Executor } from '../../executor/index.js';
import type { ClusterObject } from '../../objects/index.js';
import { definePlugin } from '../../plugin.js';
import { schedulePod } from '../../schedule-pod.js';
import type { Snapshot } from '../../snapshot/index.js';
import { budget, cluster, needy, on, PREEMPTION_PLUGINS, room } from '../../testing/preemption-attempts.js';
import { profileWith } from '../../testing/run-plugin.js';

interface Status {
  disruptionsAllowed: number;
  disruptedPods: object;
}

const NODES = ['a', 'b', 'c', 'd'];
/** Two pods of `x` on a, one of `y` on b, one of each on c, and one without labels on d. */
const PODS = [
  on('a', 'ax', 1, 500).labels({ app: 'x' }),
  on('a', 'ax2', 2, 500).labels({ app: 'x' }),
  on('b', 'by', 1, 600).labels({ app: 'y' }),
  on('c', 'cx', 2, 500).labels({ app: 'x' }),
  on('c', 'cy', 1, 500).labels({ app: 'y' }),
  on('d', 'd', 1, 500),
];

/** The nodes whose filters are asked in trials of nodes. */
let asked = new Set<number>();
const watching = definePlugin({
  name: 'Watching',
  filterReach: 'node',
  filter: () => (row) => {
    asked.add(row);
    return 0;
  },
});
const profile = profileWith([...PREEMPTION_PLUGINS, watching]);

function attempt(snapshot: Snapshot, executor: Executor): ReturnType<typeof room> {
  const input = { profile, snapshot, executor, pod: needy(), tieBreak: { rule: 'first' }, ordinal: 0 } as const;
  const step = schedulePod(input).next();
  if (step.done !== true) throw new Error('nothing is asked here');
  return room(step.value);
}

const select = (app: string): object => ({ matchLabels: { app } });
const statusOf = (object: ClusterObject): Status => (object as unknown as { status: Status }).status;

interface World {
  readonly snapshot: Snapshot;
  readonly x: Status;
  readonly y: Status;
}

/** What changes, and on which nodes victims are looked for again; the others keep theirs. */
const STEPS: readonly [name: string, change: (world: World) => void, tried: string][] = [
  ['at first', () => undefined, 'a b c d'],
  ['nothing', () => undefined, ''],
  ['more than any node needs', ({ x }) => (x.disruptionsAllowed = 7), ''],
  ['as many as one node needs', ({ x }) => (x.disruptionsAllowed = 2), ''],
  ['one less', ({ x }) => (x.disruptionsAllowed = 1), 'a'],
  ['none', ({ x }) => (x.disruptionsAllowed = 0), 'a c'],
  ['less than none', ({ x }) => (x.disruptionsAllowed = -3), ''],
  ['another budget', ({ y }) => (y.disruptionsAllowed = 0), 'b c'],
  ['a disruption that is counted already', ({ x }) => (x.disruptedPods = { ax: 'then' }), 'a c'],
  ['the same once more', ({ x }) => (x.disruptedPods = { ax: 'now' }), ''],
  [
    'the same budgets in another list',
    ({ snapshot }) =>
      snapshot.replaceObjects('podDisruptionBudgets', [...(snapshot.objects.podDisruptionBudgets ?? [])]),
    '',
  ],
  [
    'another selector',
    ({ snapshot }) => snapshot.setObject('podDisruptionBudgets', budget(0, select('z'), { namespace: 'default' })),
    'a b c d',
  ],
  ['no budget at all', ({ snapshot }) => snapshot.replaceObjects('podDisruptionBudgets', []), 'a b c d'],
];

test('victims are looked for again only where a budget protects other pods than before', () => {
  const budgets = ['x', 'y'].map((app) => ({
    ...budget(9, select(app)),
    metadata: { name: app, namespace: 'default' },
  }));
  const snapshot = cluster(PODS, { nodes: NODES, budgets });
  const [x, y] = budgets.map(statusOf);
  if (x === undefined || y === undefined) throw new Error('there are two budgets');
  const kept = new IncrementalExecutor();
  for (const [name, change, tried] of STEPS) {
    change({ snapshot, x, y });
    asked = new Set();
    const seen = attempt(snapshot, kept);
    const again = [...asked].sort().map((row) => NODES[row]);
    expect([name, seen]).toEqual([name, attempt(snapshot, new DenseExecutor())]);
    expect([name, again.join(' ')]).toEqual([name, tried]);
  }
});
