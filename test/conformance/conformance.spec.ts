import { fileURLToPath } from 'node:url';
import { readRecordings, recordingFiles } from './read-recordings.js';
import type { Recording, RecordedResult } from './recording.js';
import { Tally } from './tally.js';

const RECORDINGS = fileURLToPath(new URL('../../../test/conformance/recordings', import.meta.url));
const IGNORED = new Set(['postFilter', 'fitError']);

const ATTEMPTS: [family: string, attempts: number][] = [
  ['gates', 192], ['images', 237], ['nodeaffinity', 443], ['nodename', 161], ['ports', 290], ['resources', 529], ['strategies', 334], ['taints', 298],
];

function fileOf(family: string): string {
  const file = recordingFiles(RECORDINGS).find((name) => name.endsWith(`/${family}.jsonl.gz`));
  if (file === undefined) throw new Error(`there is no recording of ${family}`);
  return file;
}

describe('the engine agrees with kube-scheduler v1.34.1 in every attempt of', () => {
  test.each(ATTEMPTS)('%s (%i)', (family, attempts) => {
    const tally = new Tally(IGNORED);
    const mismatches = [...readRecordings(fileOf(family))].flatMap((recording) => tally.add(recording));
    expect(mismatches).toEqual([]);
    expect(tally.attempts).toBe(attempts);
  });
});

describe('the comparison sees a recording that says something else:', () => {
  const [recording] = readRecordings(fileOf('resources'));
  if (recording === undefined) throw new Error('the recording is empty');
  const index = recording.expected.results.findIndex(({ outcome }) => outcome === 'scheduled');

  const withResult = (change: RecordedResult): Recording => {
    const results = recording.expected.results.map((result, position) => (position === index ? { ...result, ...change } : result));
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
    const tally = new Tally(IGNORED);
    const fields = tally.add(changed).flatMap(({ differences }) => differences.map((difference) => difference.field.split(/[.[]/)[0]));
    expect(fields).toEqual([field]);
    expect(tally.mismatches).toBe(1);
    expect(new Tally(new Set([...IGNORED, field])).add(changed)).toEqual([]);
  });
});

test('a part of a field can be ignored, and the smallest part that differs is named', () => {
  const [recording] = readRecordings(fileOf('nodename'));
  if (recording === undefined) throw new Error('the recording is empty');
  const [first, ...others] = recording.expected.results;
  const preFilter = { ...(first?.['preFilter'] as RecordedResult), nodeNames: ['elsewhere'] };
  const changed: Recording = { ...recording, expected: { ...recording.expected, results: [{ ...first, preFilter }, ...others] } };
  expect(new Tally(IGNORED).add(changed)).toEqual([
    { scenario: recording.scenario.id, pod: first?.['pod'], differences: [{ field: 'preFilter.nodeNames', want: ['elsewhere'], got: undefined }] },
  ]);
  expect(new Tally(new Set([...IGNORED, 'preFilter.nodeNames'])).add(changed)).toEqual([]);
});
