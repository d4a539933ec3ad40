import { fileURLToPath } from 'node:url';
import { DenseExecutor, IncrementalExecutor, type Executor } from '#scheduler';
import { readRecordings, recordingFiles } from './read-recordings.js';
import type { Recording, RecordedResult } from './recording.js';
import { Tally } from './tally.js';

const RECORDINGS = fileURLToPath(new URL('../../../test/conformance/recordings', import.meta.url));
const NOTHING: ReadonlySet<string> = new Set();

const ATTEMPTS: [family: string, attempts: number][] = [
  ['csi', 292],
  ['gates', 192],
  ['images', 237],
  ['legacy', 1086],
  ['mixed', 663],
  ['nodeaffinity', 443],
  ['nodename', 161],
  ['nominated', 245],
  ['openb', 60],
  ['podaffinity', 523],
  ['ports', 290],
  ['preemption', 497],
  ['profiles', 379],
  ['resources', 529],
  ['spread', 528],
  ['spreaddefault', 335],
  ['strategies', 334],
  ['taints', 298],
  ['volumes', 516],
];

function fileOf(family: string): string {
  const file = recordingFiles(RECORDINGS).find((name) => name.endsWith(`/${family}.jsonl.gz`));
  if (file === undefined) throw new Error(`there is no recording of ${family}`);
  return file;
}

const EXECUTORS: [name: string, make: () => Executor][] = [
  ['incremental', () => new IncrementalExecutor()],
  ['dense', () => new DenseExecutor()],
];

describe.each(EXECUTORS)(
  'with the %s executor the engine agrees with kube-scheduler in every attempt of',
  (_name, makeExecutor) => {
    test.each(ATTEMPTS)('%s (%i)', (family, attempts) => {
      const tally = new Tally(NOTHING, makeExecutor);
      const mismatches = [...readRecordings(fileOf(family))].flatMap((recording) => tally.add(recording));
      expect(mismatches).toEqual([]);
      expect(tally.attempts).toBe(attempts);
    });
  },
);

test('every recording that is here is played', () => {
  const families = recordingFiles(RECORDINGS).map((file) => /([^/]+)\.jsonl\.gz$/.exec(file)?.[1]);
  expect(families.sort()).toEqual(ATTEMPTS.map(([family]) => family).sort());
});

describe('the comparison sees a recording that says something else:', () => {
  const [recording] = readRecordings(fileOf('resources'));
  if (recording === undefined) throw new Error('the recording is empty');
  const index = recording.expected.results.findIndex(({ outcome }) => outcome === 'scheduled');

  const withResult = (change: RecordedResult): Recording => {
    const results = recording.expected.results.map((result, position) =>
      position === index ? { ...result, ...change } : result,
    );
    return { ...recording, expected: { ...recording.expected, results } };
  };
  const cases: [field: string, changed: Recording][] = [
    ['outcome', withResult({ outcome: 'unschedulable' })],
    ['feasible', withResult({ feasible: ['elsewhere'] })],
    ['totals', withResult({ totals: [1] })],
    ['selected', withResult({ selected: 'elsewhere' })],
    ['filterAll', withResult({ filterAll: {} })],
    ['plugins', { ...recording, expected: { ...recording.expected, plugins: {} } }],
    ['queueOrder', { ...recording, expected: { ...recording.expected, queueOrder: [] } }],
  ];
  test.each(cases)('%s', (field, changed) => {
    const tally = new Tally(NOTHING);
    const fields = tally
      .add(changed)
      .flatMap(({ differences }) => differences.map((difference) => difference.field.split(/[.[]/)[0]));
    expect(fields).toEqual([field]);
    expect(tally.mismatches).toBe(1);
    expect(new Tally(new Set([field])).add(changed)).toEqual([]);
  });
});

test('a part of a field can be ignored, and the smallest part that differs is named', () => {
  const [recording] = readRecordings(fileOf('nodename'));
  if (recording === undefined) throw new Error('the recording is empty');
  const [first, ...others] = recording.expected.results;
  const preFilter = { ...(first?.['preFilter'] as RecordedResult), nodeNames: ['elsewhere'] };
  const changed: Recording = {
    ...recording,
    expected: { ...recording.expected, results: [{ ...first, preFilter }, ...others] },
  };
  expect(new Tally(NOTHING).add(changed)).toEqual([
    {
      scenario: recording.scenario.id,
      pod: first?.['pod'],
      differences: [{ field: 'preFilter.nodeNames', want: ['elsewhere'], got: undefined }],
    },
  ]);
  expect(new Tally(new Set(['preFilter.nodeNames'])).add(changed)).toEqual([]);
});

describe('the comparison sees a recording of a Policy that says something else:', () => {
  const recordings = [...readRecordings(fileOf('legacy'))];
  const refused = recordings.find(({ expected }) => expected.policyError !== undefined);
  const played = recordings.find(({ expected }) => expected.results.length > 0);
  if (refused === undefined || played === undefined) throw new Error('the recording is empty');
  const cases: [field: string, changed: Recording][] = [
    ['policyError', { ...refused, expected: { ...refused.expected, policyError: 'no' } }],
    ['translation', { ...played, expected: { ...played.expected, translation: {} } }],
    ['plugins', { ...played, expected: { ...played.expected, plugins: {} } }],
    ['nodeOrder', { ...played, expected: { ...played.expected, nodeOrder: ['elsewhere'] } }],
  ];
  test.each(cases)('%s', (field, changed) => {
    const found = new Tally(NOTHING).add(changed).flatMap(({ differences }) => differences);
    expect(new Set(found.map((difference) => difference.field.split(/[.[]/)[0]))).toEqual(new Set([field]));
  });
});
