import type { Status } from '../../evidence/evidence.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import { definePlugin, NOT_SUPPORTED, reject, SKIP, type Plugin } from '../../plugin.js';
import { nodeResourcesFit } from '../../plugins/node-resources-fit/plugin.js';
import { type Snapshot, placedPod } from '../../snapshot/index.js';
import {
  combinationsByRow,
  combinationsSaid,
  evidenceByRow,
  makeNode,
  makePod,
  makeSnapshot,
  profileWith,
  snapshotState,
  type PodBuilder,
} from '../../testing/index.js';
import { DenseExecutor } from './dense-executor.js';

const three = (): Snapshot => makeSnapshot(['a', 'b', 'c'].map((name) => makeNode(name)));

/** Fails on some rows. */
const failing = (name: string, rows: readonly number[], code: 'Unschedulable' | 'Error' = 'Unschedulable'): Plugin =>
  definePlugin({
    name,
    filter:
      ({ status }) =>
      (row) =>
        rows.includes(row) ? status(code, `${name} says no`) : 0,
  });
const scoring = (name: string, scores: readonly number[], more: Partial<Plugin> = {}): Plugin =>
  definePlugin({ name, score: () => ({ kind: 'score', score: (row) => scores[row] ?? 0 }), ...more });
const before = (name: string, preFilter: NonNullable<Plugin['preFilter']>): Plugin => definePlugin({ name, preFilter });

function filter(
  plugins: readonly Plugin[],
  { pod = makePod('p'), snapshot = three() }: { pod?: PodBuilder; snapshot?: Snapshot } = {},
) {
  const { evidence, feasible, feasibleCount, preFilter, nominatedRow } = new DenseExecutor().filter({
    profile: profileWith(plugins),
    snapshot,
    pod: new IncomingPod(pod),
  });
  const seen = evidenceByRow(evidence);
  expect(combinationsSaid(evidence)).toEqual(combinationsByRow(seen));
  expect([feasibleCount, [...feasible()]]).toEqual([seen.feasible.length, seen.feasible]);
  const words = (status: Status | null): string =>
    status === null ? '' : `${status.plugin}: ${status.reasons.join(', ')}`;
  return {
    first: seen.first.map(words),
    all: seen.failures.map((failures) => failures.map(words)),
    feasible: [...feasible()],
    preFilter,
    nominatedRow,
  };
}

function score(plugins: readonly Plugin[]) {
  const executor = new DenseExecutor();
  const evaluation = { profile: profileWith(plugins), snapshot: three(), pod: new IncomingPod(makePod('p')) };
  const { evidence, skipped } = executor.score(evaluation, executor.filter(evaluation));
  const { scores, totals } = evidenceByRow(evidence);
  return { columns: scores.map(({ plugin, raw, normalized }) => [plugin, raw, normalized]), totals, skipped };
}

describe('filtering', () => {
  test('runs every filter alone on every node, and keeps the first failure', () => {
    expect(filter([failing('X', [0, 1]), failing('Y', [1, 2])])).toMatchObject({
      first: ['X: X says no', 'X: X says no', 'Y: Y says no'],
      all: [['X: X says no'], ['X: X says no', 'Y: Y says no'], ['Y: Y says no']],
      feasible: [],
    });
  });
  test('a rejection in PreFilter is the first failure everywhere; the other filters are evidence', () => {
    const seen = filter([before('X', () => reject('UnschedulableAndUnresolvable', 'never')), failing('Y', [1])]);
    expect(seen).toMatchObject({
      first: ['X: never', 'X: never', 'X: never'],
      all: [[], ['Y: Y says no'], []],
      feasible: [],
    });
    expect(seen.preFilter.status).toEqual({ plugin: 'X', code: 'UnschedulableAndUnresolvable', reasons: ['never'] });
  });
  test('Unschedulable lets the others speak and the last one wins; UnschedulableAndUnresolvable stops', () => {
    const maybe = (name: string): Plugin => before(name, () => reject('Unschedulable', name));
    const never = before('N', () => reject('UnschedulableAndUnresolvable', 'N'));
    const status = (plugins: readonly Plugin[]) => filter(plugins).preFilter;
    expect([
      status([maybe('X'), maybe('Y')]).status.plugin,
      status([maybe('X'), never, maybe('Y')]).status.plugin,
    ]).toEqual(['Y', 'N']);
    expect(status([before('S', () => SKIP), never, before('T', () => SKIP)])).toMatchObject({
      skipped: ['S'],
      plugins: [{ code: 'Skip' }, { plugin: 'N' }, { code: 'Skip' }],
    });
  });
  test('node lists are intersected, and nodes outside have a status without plugin', () => {
    const only = (name: string, ...names: string[]): Plugin =>
      before(name, () => ({ kind: 'filter', filter: () => 0, nodeNames: new Set(names) }));
    const outside = "null: node(s) didn't satisfy plugin(s) [X Y]";
    expect(filter([only('Y', 'a', 'b'), only('X', 'b', 'z')])).toMatchObject({
      first: [outside, '', outside],
      all: [[], [], []],
      feasible: [1],
      preFilter: { nodeNames: ['b'] },
    });
    expect(filter([only('Y', 'a'), only('X', 'b')]).first[0]).toBe(
      "null: node(s) didn't satisfy plugin(s) [X Y] simultaneously",
    );
    expect(filter([only('Y')]).first[0]).toBe("null: node(s) didn't satisfy plugin Y");
  });
  const failures: [name: string, plugins: readonly Plugin[], message: string][] = [
    ['a PreFilter that errs', [before('X', () => reject('Error', 'lost'))], 'running PreFilter plugin "X": lost'],
    ['a Filter that errs', [failing('X', [2], 'Error')], 'running "X" filter plugin: X says no'],
    [
      'a plugin that throws',
      [
        before('X', () => {
          throw new RangeError('oops');
        }),
      ],
      'plugin "X" failed: oops',
    ],
    [
      'a filter that throws',
      [
        definePlugin({
          name: 'X',
          filter: () => () => {
            throw new RangeError('oops');
          },
        }),
      ],
      'plugin "X" failed: oops',
    ],
    ['a plugin that is not there yet', [before('X', () => NOT_SUPPORTED)], 'X: not supported yet'],
  ];
  test.each(failures)('%s ends the attempt', (_name, plugins, message) =>
    expect(() => filter(plugins)).toThrow(message),
  );
  test('an error behind another failure does not', () =>
    expect(filter([failing('X', [2]), failing('Y', [2], 'Error')]).feasible).toEqual([0, 1]));
});

test('nothing of one attempt is seen in the next', () => {
  const executor = new DenseExecutor();
  const evaluation = {
    profile: profileWith([scoring('X', [5, 6, 7])]),
    snapshot: three(),
    pod: new IncomingPod(makePod('p')),
  };
  executor.score(evaluation, executor.filter(evaluation));
  const refusing = { ...evaluation, profile: profileWith([failing('Y', [0])]) };
  expect(executor.filter(refusing).evidence.scores).toEqual([]);
  expect(evidenceByRow(executor.filter(evaluation).evidence)).toEqual({
    first: [null, null, null],
    failures: [[], [], []],
    feasible: [0, 1, 2],
    scores: [],
    totals: [0, 0, 0],
  });
});

describe('nominated pods', () => {
  const nominated = makePod('n').priority(5).requests({ cpu: 3 });
  const withNomination = (): Snapshot => {
    const snapshot = three();
    snapshot.nominations.add(placedPod(nominated), 'b');
    return snapshot;
  };
  const cases: [name: string, pod: PodBuilder, want: readonly string[]][] = [
    [
      'of the same priority count as if they were there',
      makePod('p').priority(5).requests({ cpu: 2 }),
      ['', 'NodeResourcesFit: Insufficient cpu', ''],
    ],
    ['of lower priority do not', makePod('p').priority(6).requests({ cpu: 2 }), ['', '', '']],
    ['do not stand in their own way', nominated, ['', '', '']],
    ['leave room for what fits beside them', makePod('p').requests({ cpu: 1 }), ['', '', '']],
  ];
  test.each(cases)('%s', (_name, pod, want) => {
    const snapshot = withNomination();
    const state = snapshotState(snapshot);
    const seen = filter([nodeResourcesFit], { pod, snapshot });
    expect([seen.first, seen.all]).toEqual([want, [[], [], []]]);
    expect(snapshotState(snapshot)).toEqual(state);
  });
  test('are reported to prepared filters, and taken back', () => {
    const log: string[] = [];
    const counting = before('X', ({ status }) => {
      let there = 0;
      return {
        kind: 'filter',
        filter: (row) => (there > 0 ? status('Unschedulable', `crowded ${row}`) : 0),
        addPod: ({ uid }, row) => {
          there += 1;
          log.push(`+${uid}@${row}`);
        },
        removePod: ({ uid }, row) => {
          there -= 1;
          log.push(`-${uid}@${row}`);
        },
      };
    });
    expect(filter([counting], { snapshot: withNomination() }).first).toEqual(['', 'X: crowded 1', '']);
    expect(log).toEqual(['+n@1', '-n@1']);
  });
  test('a pod may take the node it is nominated to, if it passes there', () => {
    const at = (plugins: readonly Plugin[], node: string) =>
      filter(plugins, { pod: makePod('p').nominatedTo(node) }).nominatedRow;
    expect([at([], 'b'), at([failing('X', [1])], 'b'), at([], 'gone'), at([], '')]).toEqual([1, -1, -1, -1]);
  });
});

describe('scoring', () => {
  test('normalises as the plugin declares, and sums by weight', () => {
    const raw = [1, 3, 2];
    const plugins = [
      scoring('None', raw),
      scoring('Max', raw, { normalization: 'max' }),
      scoring('Reverse', raw, { normalization: 'reverseMax' }),
      scoring('MinMax', raw, { normalization: 'minMax' }),
      definePlugin({
        name: 'Custom',
        normalization: 'custom',
        score: () => ({
          kind: 'score',
          score: () => 7,
          normalize: (column, feasible) =>
            feasible.forEach((row) => {
              column[row] = row;
            }),
        }),
      }),
    ];
    expect(score(plugins)).toEqual({
      columns: [
        ['None', raw, raw],
        ['Max', raw, [33, 100, 66]],
        ['Reverse', raw, [67, 0, 34]],
        ['MinMax', raw, [0, 100, 50]],
        ['Custom', [7, 7, 7], [0, 1, 2]],
      ],
      totals: [101, 204, 154],
      skipped: [],
    });
  });
  test('equal scores come to nothing, in reverse to everything', () => {
    const all = (normalization: 'max' | 'reverseMax' | 'minMax', value: number) =>
      score([scoring('X', [value, value, value], { normalization })]).columns[0]?.[2];
    expect([all('max', 0), all('reverseMax', 0), all('minMax', 5)]).toEqual([
      [0, 0, 0],
      [100, 100, 100],
      [0, 0, 0],
    ]);
  });
  test('raw scores may be larger than a hundredth of what a double holds', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(score([scoring('X', [most, most - 1, 1], { normalization: 'max' })]).columns[0]?.[2]).toEqual([100, 99, 0]);
  });
  test('a plugin that skips has no column', () => {
    expect(score([definePlugin({ name: 'X', preScore: () => SKIP }), scoring('Y', [1, 1, 1])])).toMatchObject({
      columns: [['Y', [1, 1, 1], [1, 1, 1]]],
      skipped: ['X'],
    });
  });
  const range = 'it should in the range of [0, 100] after normalizing';
  const failures: [name: string, plugin: Plugin, message: string][] = [
    [
      'above the range',
      scoring('X', [0, 101, 0]),
      `applying score defaultWeights on Score plugins: plugin "X" returns an invalid score 101, ${range}`,
    ],
    ['below it', scoring('X', [0, -1, 0]), `plugin "X" returns an invalid score -1, ${range}`],
    ['no integer', scoring('X', [0.5]), 'plugin "X" failed with: score 0.5 is no integer'],
    ['no number', scoring('X', [NaN], { normalization: 'max' }), 'plugin "X" failed with: score NaN is no integer'],
    [
      'thrown',
      definePlugin({
        name: 'X',
        score: () => {
          throw new Error('oops');
        },
      }),
      'plugin "X" failed: oops',
    ],
    [
      'rejected',
      definePlugin({ name: 'X', preScore: () => reject('Error', 'lost') }),
      'running PreScore plugin "X": lost',
    ],
    ['not there yet', definePlugin({ name: 'X', preScore: () => NOT_SUPPORTED }), 'X: not supported yet'],
  ];
  test.each(failures)('a score that is %s ends the attempt', (_name, plugin, message) =>
    expect(() => score([plugin])).toThrow(message),
  );
});
