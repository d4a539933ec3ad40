import { fileURLToPath } from 'node:url';
import { cases, seedOfCases } from '#test-cases';
import { TestServices } from '#test-services';
import { readRecordings, recordingFiles } from '../conformance/read-recordings.js';
import type { Recording } from '../conformance/recording.js';
import { FollowedCluster, isDiffering } from './followed-cluster.js';
import { recordedSource } from './recorded-source.js';

/** `RECORDINGS=FOLDER npm run test:long -- observed-recordings` plays those of another folder. */
const FOLDER =
  process.env['RECORDINGS'] ?? fileURLToPath(new URL('../../../test/conformance/recordings', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** All recordings of a family in `npm run test:long`; in `npm test` one, another each day. */
function some(file: string): readonly Recording[] {
  const all = [...readRecordings(file)].filter(isPlayable);
  const first = seedOfCases() % Math.max(1, all.length);
  return cases(all.length) === all.length ? all : all.slice(first, first + 1);
}

/**
 * A Policy is of schedulers that no cluster has any more; a pod that comes with its node was placed by its author. No
 * API server binds a pod with gates that a profile without SchedulingGates placed, and no source shows which node a
 * failed pod has in view where its nomination of before was left.
 */
function isPlayable({ scenario: { policy, pods, options }, expected: { results } }: Recording): boolean {
  const nominates = options?.nominateAfterPreemption === true;
  return (
    policy === undefined &&
    pods.every(
      ({ spec, status }, index) =>
        !spec?.nodeName &&
        !((spec?.schedulingGates ?? []).length > 0 && results[index]?.['outcome'] === 'scheduled') &&
        !(status?.nominatedNodeName && !nominates && results[index]?.['outcome'] === 'unschedulable'),
    )
  );
}

test('what kube-scheduler selected in recorded scenarios agrees', async () => {
  const disagreements: unknown[] = [];
  let decisions = 0;
  for (const recording of recordingFiles(FOLDER).flatMap(some)) {
    const { id, profile } = recording.scenario;
    const { events, decided } = recordedSource(recording);
    const followed = await FollowedCluster.create(services, { windowMs: 0 });
    await followed.use(profile ?? {});
    const warnings = await followed.send(events, {}, 1_000);
    const leftOut = warnings.filter((warning) => warning.includes('left out'));
    const judged = await followed.judged('one');
    expect([id, judged.length]).toEqual([id, decided.size]);
    decisions += judged.length;
    for (const { pod, node, observed } of judged) {
      expect([id, pod.name, node]).toEqual([id, pod.name, decided.get(`${pod.namespace}/${pod.name}`)]);
      if (isDiffering(observed)) disagreements.push([id, pod.name, node, JSON.stringify(observed), ...leftOut]);
    }
  }
  expect(disagreements).toEqual([]);
  expect(decisions).toBeGreaterThan(20);
});
