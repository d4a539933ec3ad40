import { fileURLToPath } from 'node:url';
import { compareAttempt } from '../conformance/compare.js';
import { readRecordings, recordingFiles } from '../conformance/read-recordings.js';
import { playScenario } from './play-scenario.js';

/** What the oracle says otherwise than kube-scheduler v1.34.1 did, a line a field, in the recordings of a family. */
export function recordedDisagreements(family: string): {
  readonly attempts: number;
  readonly disagreements: readonly string[];
} {
  const disagreements: string[] = [];
  let attempts = 0;
  for (const { scenario, expected } of readRecordings(fileOf(family))) {
    const oracle = playScenario(JSON.parse(JSON.stringify(scenario)));
    for (const index of expected.results.keys()) {
      attempts += 1;
      const differences = compareAttempt(expected, oracle, { index, ignore: new Set() });
      disagreements.push(
        ...differences.map(
          ({ field, want, got }) =>
            `${scenario.id} ${index} ${field}: ${JSON.stringify(want)} recorded, ${JSON.stringify(got)} said`,
        ),
      );
    }
  }
  return { attempts, disagreements };
}

/** Recorded of v1.20.5 with a Policy, which the oracle does not know. */
const OF_POLICIES = 'legacy';

/** The families of v1.34.1 that are kept with the project. */
export function recordedFamilies(): readonly string[] {
  return recordingFiles(fileURLToPath(new URL('../../../test/conformance/recordings', import.meta.url)))
    .map((file) => file.replace(/^.*\/|\.jsonl(\.gz)?$/g, ''))
    .filter((family) => family !== OF_POLICIES);
}

function fileOf(family: string): string {
  return fileURLToPath(new URL(`../../../test/conformance/recordings/${family}.jsonl.gz`, import.meta.url));
}
