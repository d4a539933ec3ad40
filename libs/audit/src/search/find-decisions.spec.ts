import fc from 'fast-check';
import type { DecisionFilter, DecisionPosition } from '../decisions/index.js';
import { findDecisions, firstDecisions } from './find-decisions.js';
import { arbitraryFilter, arbitraryLog, matches } from '../testing/arbitrary-log.js';
import type { LoggedDecision } from '../testing/made-log.js';
import { MadeLogs, SHAPE } from '../testing/made-logs.js';

let logs: MadeLogs;
beforeAll(async () => {
  logs = await MadeLogs.create();
});
afterAll(() => logs.drop());

const inOrder = (a: LoggedDecision, b: LoggedDecision): number => b.revision - a.revision || a.ordinal - b.ordinal;

async function pages(cluster: string, filter: DecisionFilter, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: DecisionPosition | undefined; ;) {
    const position: { after?: DecisionPosition } = after === undefined ? {} : { after };
    const page = await logs.read((tx) =>
      firstDecisions(tx, { clusterId: cluster, filter, shape: SHAPE, ...position }, limit),
    );
    found.push(...page.map(({ decision }) => decision.id));
    after = page.at(-1)?.decision;
    if (page.length < limit) return found;
  }
}

function streamed(cluster: string, filter: DecisionFilter): Promise<string[]> {
  return logs.read(async (tx) => {
    const found: string[] = [];
    for await (const batch of findDecisions(tx, { clusterId: cluster, filter, shape: SHAPE, batch: 3 }))
      found.push(...batch.map(({ decision }) => decision.id));
    return found;
  });
}

test('whatever is indexed, a search finds what a look at every decision finds, page by page and whole', async () => {
  const seen = { indexed: 0, found: 0, segments: new Set<number>() };
  await fc.assert(
    fc.asyncProperty(
      arbitraryLog,
      fc.integer({ min: 0, max: 20 }),
      fc.array(arbitraryFilter, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 6 }),
      async (parts, indexedParts, filters, limit) => {
        const log = await logs.logOf(parts, indexedParts);
        const { rows } = await logs.client.query<{ size: number }>(
          'SELECT size FROM decision_segments WHERE cluster_id = $1',
          [log.cluster],
        );
        for (const { size } of rows) seen.segments.add(size);
        for (const { upTo, ...rest } of [{}, ...filters] as readonly DecisionFilter[]) {
          const filter: DecisionFilter = upTo === undefined ? rest : { ...rest, upTo: log.bound(upTo.revision) };
          const wanted = log.written
            .filter((one) => matches(one, filter))
            .sort(inOrder)
            .map(({ id }) => id);
          if (Object.keys(filter).length > 0) seen.found += wanted.length;
          expect(await pages(log.cluster, filter, limit)).toEqual(wanted);
          expect(await streamed(log.cluster, filter)).toEqual(wanted);
        }
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );
  // In segments of every size, the merged ones too, and by conditions.
  expect([...seen.segments].sort((a, b) => a - b)).toEqual([2, 8, 32]);
  expect(seen.found).toBeGreaterThan(100);
}, 120_000);
