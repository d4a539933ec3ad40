import { cases, someCases } from '#test-cases';
import { fileURLToPath } from 'node:url';
import { readRecordings, recordingFiles } from '../conformance/read-recordings.js';
import { executorProperties, reachedByScripts } from './executor-properties.js';
import { differences, disagreement } from './executors-agree.js';
import { scenarioOf, scenarioProfiles, scenarioScript } from './scenario-script.js';
import { SMALL_WORKLOADS } from './small-workloads.js';

const RECORDINGS = fileURLToPath(new URL('../../../test/conformance/recordings', import.meta.url));

describe(`for ${cases(500)} scripts`, () => executorProperties(cases(500)));

test('in such scripts pods are bound, evicted for others, tried again, turned away, and fail', () => {
  const reached = reachedByScripts(100);
  expect([...reached.keys()].sort()).toEqual([
    'error 1',
    'nominated 1',
    'scheduled 1',
    'scheduled 2',
    'unschedulable 1',
  ]);
  expect(reached.get('scheduled 1')).toBeGreaterThan(100);
});

describe('both executors say the same in two rounds of every recording of', () => {
  const families = recordingFiles(RECORDINGS).map((file): [family: string, file: string] => [
    /([^/]+)\.jsonl/.exec(file)?.[1] ?? '',
    file,
  ]);
  test.each(families)('%s', (_family, file) => {
    // A Policy that is refused decides nothing.
    const played = [...readRecordings(file)].filter(({ expected }) => expected.policyError === undefined);
    const said = someCases(played).flatMap(({ scenario }) =>
      disagreement(scenarioScript(scenario, 2), scenarioProfiles(scenario)),
    );
    expect(said).toEqual([]);
  });
});

test('both executors say the same in four rounds of 100 scenarios of everything that plugins read', () => {
  const scenarios = Array.from({ length: 100 }, (_, index) => scenarioOf(index + 1));
  expect(
    someCases(scenarios).flatMap((scenario) => disagreement(scenarioScript(scenario, 4), scenarioProfiles(scenario))),
  ).toEqual([]);
});

describe('both executors say the same of a small version of', () => {
  test.each(SMALL_WORKLOADS)('%s', (_name, script) => expect(disagreement(script)).toEqual([]));
});

describe('what differs is reported', () => {
  const cases: [name: string, dense: unknown, incremental: unknown, want: readonly string[]][] = [
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    [
      'by its smallest part',
      { a: [1, { b: 2, c: 3 }] },
      { a: [1, { b: 4, c: 3 }] },
      ['here.a.1.b: dense 2, incremental 4'],
    ],
    ['where one is missing', { a: [1] }, { a: [1, 2] }, ['here.a.1: dense nothing, incremental 2']],
    ['where kinds differ', { a: [] }, { a: {} }, ['here.a: dense [], incremental {}']],
    ['of zeros with a sign', { a: 0 }, { a: -0 }, ['here.a: dense 0, incremental 0']],
  ];
  test.each(cases)('%s', (_name, dense, incremental, want) =>
    expect(differences('here', dense, incremental)).toEqual(want),
  );
});
