import type { Manifest } from '#rows';
import { CALLER, chunksOf, TestServices, valueOf } from '#test-services';
import { seedOfCases } from '#test-cases';
import type { ImportReport } from '#transfer';
import { lostOf } from './account.js';
import type { DumpObject } from './dump-objects.js';
import { makeDump } from './make-dump.js';

/** Dumps as people have them: nothing in them is lost without a word, and what comes out goes in again unchanged. */
export function oddDumpProperties(count: number): void {
  let services: TestServices;
  beforeAll(async () => {
    services = await TestServices.create();
  });
  afterAll(() => services.drop());

  const take = async (cluster: string, text: string): Promise<ImportReport> =>
    valueOf(await services.imports.import(CALLER, { cluster, onError: 'skip', manifests: chunksOf(text, 1 << 20) }));
  const all = async (cluster: string): Promise<Manifest[]> => {
    const found: Manifest[] = [];
    const done = await services.exports.export(CALLER, { cluster }, async ({ batches }) => {
      for await (const batch of batches) found.push(...batch);
    });
    valueOf(done);
    return found;
  };

  const seeds = Array.from({ length: count }, (_, index) => seedOfCases() + index);
  test(`of ${count} dumps nothing is lost without a word, and each goes in again unchanged`, async () => {
    for (const seed of seeds) {
      const { text, objects } = makeDump(seed);
      const cluster = await services.clusterOf();
      const outcome = await services.imports.import(CALLER, {
        cluster,
        onError: 'skip',
        manifests: chunksOf(text, 500),
      });
      if (outcome.refused) {
        // Only of what nothing could be kept of.
        expect([seed, outcome.refusal.kind]).toEqual([seed, 'NothingToImport']);
        continue;
      }
      const report = outcome.value;
      const kept = new Map((await all(cluster)).map((object) => [keyOf(object), object]));
      expect({ seed, lost: lostOf(objects, report, (object) => kept.get(keyOf(object))) }).toEqual({ seed, lost: [] });
      const rejected = new Set(report.rejected.map(({ index }) => index)).size;
      const { created, updated, unchanged, ignoredCount } = report;
      expect([seed, created + updated + unchanged + rejected + ignoredCount]).toEqual([seed, objects.length]);
      await goesInAgain({ seed, cluster, text, kept: [...kept.values()] });
    }
  });

  async function goesInAgain(dump: { seed: number; cluster: string; text: string; kept: readonly Manifest[] }) {
    const { seed, cluster, text, kept } = dump;
    const out = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: kept });
    const nothing = { seed, created: 0, updated: 0, rejectedCount: 0 };
    expect({ seed, ...(await take(cluster, out)) }).toMatchObject({ ...nothing, unchanged: kept.length });
    const { created, updated } = await take(cluster, text);
    expect({ seed, created, updated }).toEqual({ seed, created: 0, updated: 0 });
    if (seed % 5 !== 0) return;
    // Another cluster takes it as it is, too.
    const copy = await services.clusterOf();
    expect({ seed, ...(await take(copy, out)) }).toMatchObject({ seed, rejectedCount: 0, ignoredCount: 0 });
    expect((await all(copy)).map(withoutVersion)).toEqual(kept.map(withoutVersion));
  }
}

function keyOf({ kind, metadata }: Pick<DumpObject, 'kind' | 'metadata'>): string {
  const { namespace, name } = metadata as { readonly namespace?: string; readonly name?: string };
  return `${kind} ${namespace ?? ''}/${name ?? ''}`;
}

function withoutVersion({ metadata: { resourceVersion: _, ...metadata }, ...object }: Manifest): object {
  return { ...object, metadata };
}
