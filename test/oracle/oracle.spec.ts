import { compareWithEngine, disagreementLines } from './compare-with-engine.js';
import { Coverage } from './coverage.js';
import { generateScenario } from './generate-scenario.js';
import { recordedDisagreements } from './recorded-disagreements.js';
import type { Scenario } from './scenario.js';

const SCENARIOS = 100;

const seeds = Array.from({ length: SCENARIOS }, (_nothing, index) => index + 1);

describe('the oracle says what kube-scheduler v1.34.1 said in every attempt of', () => {
  test.each([
    ['gates', 192],
    ['nodename', 161],
    ['taints', 298],
  ])('%s (%i)', (family, attempts) => {
    expect(recordedDisagreements(family)).toEqual({ attempts, disagreements: [] });
  });
});

describe(`${SCENARIOS} random scenarios`, () => {
  const coverage = new Coverage();

  test('engine and oracle agree in every field of every attempt', () => {
    const lines = seeds.flatMap((seed) => {
      const { oracle, disagreements } = compareWithEngine(generateScenario(seed));
      coverage.add(oracle);
      return disagreements.flatMap(disagreementLines);
    });
    expect(lines).toEqual([]);
  });

  test.each([
    'outcome scheduled',
    'outcome unschedulable',
    'outcome gated',
    'node rejected by NodeResourcesFit (Unschedulable)',
    'node rejected by TaintToleration (UnschedulableAndUnresolvable)',
    'node rejected by NodeAffinity (UnschedulableAndUnresolvable)',
    'node rejected by InterPodAffinity (Unschedulable)',
    'node rejected by VolumeBinding (UnschedulableAndUnresolvable)',
    'score of NodeResourcesFit: nodes differ',
    'PostFilter Success',
    'nominated node used',
  ])('have in them: %s', (thing) => {
    expect(coverage.count(thing)).toBeGreaterThan(0);
  });
});

describe('the comparison', () => {
  test('is of what both say, and is reported field by field', () => {
    const scenario: Scenario = {
      id: 'small',
      family: 'small',
      objects: {
        nodes: [{ metadata: { name: 'a' }, status: { allocatable: { cpu: '1', memory: '1Gi', pods: '10' } } }],
      },
      pods: [
        {
          metadata: { name: 'p', namespace: 'default' },
          spec: { containers: [{ name: 'c', resources: { requests: { cpu: '2' } } }] },
        },
      ],
    };
    expect(compareWithEngine(scenario).disagreements).toEqual([]);
    expect(compareWithEngine(scenario).oracle.results[0]?.['fitErrorFilter']).toBe(
      '0/1 nodes are available: 1 Insufficient cpu.',
    );
    expect(
      disagreementLines({ scenario, index: 0, differences: [{ field: 'selected', want: 'a', got: undefined }] }),
    ).toEqual(['small, attempt 0', '  selected', '    oracle "a"', '    engine nothing']);
  });
});

describe('the generator', () => {
  test.each(seeds.slice(0, 20))('makes the same of the seed %i each time', (seed) => {
    expect(generateScenario(seed)).toEqual(generateScenario(seed));
  });

  test('makes something else of every seed', () => {
    const different = new Set(seeds.map((seed) => JSON.stringify({ ...generateScenario(seed), id: '' })));
    expect(different.size).toBe(SCENARIOS);
  });
});
