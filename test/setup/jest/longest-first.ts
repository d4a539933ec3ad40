import { createRequire } from 'node:module';

/** A file that is to be run. */
interface TestFile {
  readonly path: string;
}

interface Sequencer {
  sort(tests: readonly TestFile[]): readonly TestFile[];
}

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as {
  readonly default: new (options: unknown) => Sequencer;
};

/**
 * What takes longest, as a run prints it at its end. Jest knows that only of a checkout in which it has run before, and
 * goes by the sizes of files otherwise.
 */
export const LONGEST: readonly string[] = [
  'test/web/every-view.web-spec',
  'test/web/walks.web-spec',
  'test/web/states.web-spec',
  'test/docs/examples.e2e-spec',
  'test/reliability/watch.spec',
  'libs/integrity/src/verification/found-edits.spec',
  'test/faults/campaign.spec',
  'test/isolation/roles.e2e-spec',
  'test/e2e/limits.e2e-spec',
  'test/reliability/ended-operations.spec',
  'test/isolation/foreign-ids.e2e-spec',
  'test/reliability/openb.spec',
  'test/properties/sight/sight.spec',
  'test/properties/request-changes.spec',
  'test/clients/generated-clients.e2e-spec',
  'test/e2e/hostile-plugins.e2e-spec',
  'test/isolation/walls.spec',
  'test/conformance/conformance.spec',
  'libs/audit/src/search/find-decisions.spec',
  'test/fuzz/fuzz.e2e-spec',
  'libs/ledger/src/export/verify-ledger.spec',
  'test/e2e/hidden-worlds.e2e-spec',
  'test/e2e/start.e2e-spec',
  'test/reliability/mirror.spec',
  'libs/plugin-host/src/plugin-host.spec',
  'libs/database/src/embedded/start-embedded-postgres.spec',
  'test/isolation/idempotency.e2e-spec',
  'test/e2e/living-log.e2e-spec',
  'test/web/sums.e2e-spec',
  'test/e2e/slow-callers.e2e-spec',
  'test/properties/fork-isolation.spec',
  'test/e2e/bombs.e2e-spec',
];

/** Begins with the longest, so that no worker is alone with one in the end; the others come as Jest sorts them. */
export default class LongestFirst extends TestSequencer {
  override sort(tests: readonly TestFile[]): readonly TestFile[] {
    const place = ({ path }: TestFile): number => {
      const found = LONGEST.findIndex((name) => path.endsWith(`/${name}.js`));
      return found === -1 ? LONGEST.length : found;
    };
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}
