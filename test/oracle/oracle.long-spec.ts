import { compareWithEngine, disagreementLines } from './compare-with-engine.js';
import { Coverage } from './coverage.js';
import { generateScenario } from './generate-scenario.js';
import { recordedDisagreements, recordedFamilies } from './recorded-disagreements.js';

const SCENARIOS = 5000;
const FIRST_SEED = 1001;

/** What must have happened in the random scenarios: agreement on what never happens would say nothing. */
const HAPPENS = [
  ...['scheduled', 'unschedulable', 'gated', 'skipped', 'error'].map((outcome) => `outcome ${outcome}`),
  ...['NodeAffinity', 'VolumeBinding', 'VolumeRestrictions', 'VolumeZone', 'InterPodAffinity'].map(
    (plugin) => `pod rejected by ${plugin}`,
  ),
  ...[
    'NodePorts',
    'NodeResourcesFit',
    'VolumeRestrictions',
    'NodeVolumeLimits',
    'PodTopologySpread',
    'InterPodAffinity',
  ].map((plugin) => `node rejected by ${plugin} (Unschedulable)`),
  ...[
    'NodeUnschedulable',
    'NodeName',
    'TaintToleration',
    'NodeAffinity',
    'NodeResourcesFit',
    'VolumeBinding',
    'VolumeZone',
    'PodTopologySpread',
    'InterPodAffinity',
  ].map((plugin) => `node rejected by ${plugin} (UnschedulableAndUnresolvable)`),
  ...[
    'TaintToleration',
    'NodeAffinity',
    'NodeResourcesFit',
    'PodTopologySpread',
    'InterPodAffinity',
    'NodeResourcesBalancedAllocation',
    'ImageLocality',
  ].map((plugin) => `score of ${plugin}: nodes differ`),
  'nodes restricted by PreFilter',
  'nominated node used',
  'PostFilter Success',
  'PostFilter Unschedulable',
  'PostFilter Error',
  'preemption with several candidates',
  'preemption with a violated budget',
];

describe('the oracle says what kube-scheduler v1.34.1 said in every attempt of', () => {
  test.each(recordedFamilies())('%s', (family) => {
    const { attempts, disagreements } = recordedDisagreements(family);
    expect(disagreements).toEqual([]);
    expect(attempts).toBeGreaterThan(0);
  });
});

describe(`${SCENARIOS} random scenarios`, () => {
  const coverage = new Coverage();

  test('engine and oracle agree in every field of every attempt', () => {
    const lines: string[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCENARIOS; seed += 1) {
      const { oracle, disagreements } = compareWithEngine(generateScenario(seed));
      coverage.add(oracle);
      lines.push(...disagreements.flatMap(disagreementLines));
    }
    expect(lines).toEqual([]);
  });

  test.each(HAPPENS)('have in them: %s', (thing) => {
    expect(coverage.count(thing)).toBeGreaterThan(0);
  });
});
