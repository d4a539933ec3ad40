import { DenseExecutor } from './executor/index.js';
import type { Attempt } from './attempt/attempt.js';
import { definePlugin, reject, type Answer, type Plugin } from './plugin.js';
import { schedulingGates } from './plugins/scheduling-gates/plugin.js';
import { schedulePod } from './schedule-pod.js';
import type { Snapshot } from './snapshot/index.js';
import { makeNode, makePod, makeSnapshot, profileWith, snapshotState, type PodBuilder } from './testing/index.js';

const nodes = (...names: string[]): Snapshot => makeSnapshot(names.map((name) => makeNode(name)));

interface Options {
  readonly pod?: PodBuilder;
  readonly snapshot?: Snapshot;
  readonly answer?: Answer;
}

function attempt(
  plugins: readonly Plugin[],
  { pod = makePod('p'), snapshot = nodes('b', 'a'), answer = { allowed: true } }: Options = {},
): Attempt {
  const cycle = schedulePod({
    profile: profileWith(plugins),
    snapshot,
    executor: new DenseExecutor(),
    pod,
    tieBreak: { rule: 'first' },
    ordinal: 0,
  });
  let step = cycle.next();
  while (step.done !== true) step = cycle.next(step.value.map(() => answer));
  return step.value;
}

const tooHigh = definePlugin({ name: 'TooHigh', score: () => ({ kind: 'score', score: () => 101 }) });
const never = definePlugin({
  name: 'Never',
  filter:
    ({ status }) =>
    () =>
      status('Unschedulable', 'no'),
});

describe('an attempt', () => {
  const cases: [
    name: string,
    run: () => Attempt,
    want: Partial<Attempt> & { readonly best?: readonly number[] | null },
  ][] = [
    [
      'takes the first of the best',
      () => attempt([]),
      { outcome: 'scheduled', nodeName: 'a', row: 1, best: [1, 0], message: '', patches: [] },
    ],
    [
      'is gated before anything is looked at',
      () => attempt([schedulingGates], { pod: makePod('p').gates('g') }),
      {
        outcome: 'gated',
        message: 'waiting for scheduling gates: [g]',
        evidence: null,
        preFilter: null,
        preEnqueue: {
          plugin: 'SchedulingGates',
          code: 'UnschedulableAndUnresolvable',
          reasons: ['waiting for scheduling gates: [g]'],
        },
      },
    ],
    [
      'has nowhere to go without nodes',
      () => attempt([], { snapshot: nodes() }),
      { outcome: 'unschedulable', message: 'no nodes available to schedule pods', evidence: null },
    ],
    [
      'says why no node fits',
      () => attempt([never]),
      {
        outcome: 'unschedulable',
        row: -1,
        nodeName: null,
        message: '0/2 nodes are available: 2 no.',
        preScoreSkipped: null,
        best: null,
      },
    ],
    [
      'ends in an error when a plugin fails',
      () => attempt([tooHigh]),
      {
        outcome: 'error',
        evidence: null,
        message:
          'applying score defaultWeights on Score plugins: plugin "TooHigh" returns an invalid score 101, it ' +
          'should in the range of [0, 100] after normalizing',
      },
    ],
    [
      'does not need scores for the only node',
      () => attempt([tooHigh], { snapshot: nodes('a') }),
      { outcome: 'scheduled', nodeName: 'a', best: [0], preScoreSkipped: null },
    ],
    [
      'does not need scores for the nominated node',
      () => attempt([tooHigh], { pod: makePod('p').nominatedTo('b') }),
      { outcome: 'scheduled', nodeName: 'b', nominatedNodeUsed: true },
    ],
    [
      'names the feasible nodes in order where nothing is scored',
      () => attempt([tooHigh], { pod: makePod('p').nominatedTo('b'), snapshot: nodes('c', 'b', 'a') }),
      { nodeName: 'b', best: [2, 1, 0] },
    ],
    [
      'takes the nominated node although it is not the best',
      () => attempt([], { pod: makePod('p').nominatedTo('b') }),
      { nodeName: 'b', best: [1, 0], nominatedNodeUsed: true },
    ],
  ];
  test.each(cases)('%s', (_name, run, want) => {
    const made = run();
    expect({ ...made, best: made.ranking?.rows() ?? null }).toMatchObject(want);
  });

  test('leaves the snapshot as it was', () => {
    const snapshot = nodes('a', 'b');
    const state = snapshotState(snapshot);
    expect(attempt([], { snapshot }).outcome).toBe('scheduled');
    expect(snapshotState(snapshot)).toEqual(state);
  });
});

describe('behind the choice of a node', () => {
  const patch = {
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name: 'c',
    patch: { metadata: { annotations: { node: 'a' } } },
  };
  const asking = definePlugin({ name: 'Asking', permit: (_cycle, row) => ({ ask: { row } }) });

  test('Reserve and PreBind bring their patches', () => {
    expect(attempt([definePlugin({ name: 'X', reserve: () => [patch], preBind: () => [patch] })]).patches).toEqual([
      patch,
      patch,
    ]);
  });
  test('Permit asks the outside, and the answer is kept', () => {
    const pod = makePod('p');
    const question = { plugin: 'Asking', pod, node: 'a', body: { row: 1 } };
    expect(attempt([asking], { pod })).toMatchObject({
      outcome: 'scheduled',
      asked: [{ question, answer: { allowed: true } }],
    });
    expect(attempt([asking], { pod, answer: { allowed: false, reason: 'not today' } })).toMatchObject({
      outcome: 'unschedulable',
      row: -1,
      nodeName: null,
      message: '0/1 nodes are available: 1 not today.',
      asked: [{ question }],
    });
  });
  const refusals: [name: string, plugin: Plugin, want: Partial<Attempt>][] = [
    [
      'Reserve may refuse',
      definePlugin({ name: 'X', reserve: () => reject('Unschedulable', 'taken') }),
      { outcome: 'unschedulable', message: '0/1 nodes are available: 1 taken.' },
    ],
    [
      'Reserve may fail',
      definePlugin({ name: 'X', reserve: () => reject('Error', 'lost') }),
      { outcome: 'error', message: 'running Reserve plugin "X": lost' },
    ],
    [
      'Permit may refuse',
      definePlugin({ name: 'X', permit: () => ({ allowed: false, reason: 'no' }) }),
      { outcome: 'unschedulable', message: '0/1 nodes are available: 1 no.' },
    ],
  ];
  test.each(refusals)('%s', (_name, plugin, want) => expect(attempt([plugin])).toMatchObject(want));
});
