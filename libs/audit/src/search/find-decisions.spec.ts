import { Database, type Caller } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import fc from 'fast-check';
import pg from 'pg';
import type { DecisionFilter, DecisionPosition } from '../decisions/index.js';
import { findDecisions, firstDecisions } from './find-decisions.js';
import { indexDecisions } from './index-decisions.js';
import type { IndexShape } from './index-shape.js';
import { arbitraryFilter, arbitraryLog, matches, PROFILES } from './testing/arbitrary-log.js';
import { digestOf, MadeLog, type LoggedDecision, type MadePart } from './testing/made-log.js';

const CALLER: Caller = { team: '00000000-0000-7000-8000-000000000001', actor: 'ann', principal: 'test', requestId: 'r', client: 'spec', reason: '' };
/** Small enough for a handful of decisions to be of every size, and merged. */
const SHAPE: IndexShape = { block: 2, sizes: [2, 8, 32], direct: 8 };

let home: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database({ url: home.url });
  client = new pg.Client({ connectionString: home.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
  await home.drop();
});

/** A log with its profiles; indexed after the first so many parts, and no further. */
async function logOf(parts: readonly MadePart[], indexedParts: number): Promise<MadeLog> {
  const log = new MadeLog(database, client, CALLER);
  for (const name of PROFILES) {
    await client.query(`INSERT INTO profiles (cluster_id, name, version, digest, config, created_at) VALUES ($1, $2, 1, decode($3, 'hex'), '{}', now())`, [log.cluster, name, digestOf(name)]);
  }
  for (const [index, part] of parts.entries()) {
    if (index === indexedParts) await indexAll(log.cluster);
    await log.append(part);
  }
  if (indexedParts >= parts.length) await indexAll(log.cluster);
  return log;
}

async function indexAll(cluster: string): Promise<number> {
  let decisions = 0;
  for (let more = true; more;) {
    const step = await database.transaction(CALLER, (tx) => indexDecisions(tx, cluster, SHAPE));
    decisions += step.decisions;
    more = step.more;
  }
  return decisions;
}

const inOrder = (a: LoggedDecision, b: LoggedDecision): number => b.revision - a.revision || a.ordinal - b.ordinal;
const reading = { readOnly: true, snapshot: true };

async function pages(cluster: string, filter: DecisionFilter, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: DecisionPosition | undefined; ;) {
    const position: { after?: DecisionPosition } = after === undefined ? {} : { after };
    const page = await database.transaction(CALLER, (tx) => firstDecisions(tx, { clusterId: cluster, filter, shape: SHAPE, ...position }, limit), reading);
    found.push(...page.map(({ decision }) => decision.id));
    after = page.at(-1)?.decision;
    if (page.length < limit) return found;
  }
}

function streamed(cluster: string, filter: DecisionFilter): Promise<string[]> {
  return database.transaction(CALLER, async (tx) => {
    const found: string[] = [];
    for await (const batch of findDecisions(tx, { clusterId: cluster, filter, shape: SHAPE, batch: 3 })) found.push(...batch.map(({ decision }) => decision.id));
    return found;
  }, reading);
}

test('whatever is indexed, a search finds what a look at every decision finds, page by page and whole', async () => {
  const seen = { indexed: 0, found: 0, segments: new Set<number>() };
  await fc.assert(fc.asyncProperty(arbitraryLog, fc.integer({ min: 0, max: 20 }), fc.array(arbitraryFilter, { minLength: 6, maxLength: 6 }), fc.integer({ min: 1, max: 6 }), async (parts, indexedParts, filters, limit) => {
    const log = await logOf(parts, indexedParts);
    const { rows } = await client.query<{ size: number }>('SELECT size FROM decision_segments WHERE cluster_id = $1', [log.cluster]);
    for (const { size } of rows) seen.segments.add(size);
    for (const { upTo, ...rest } of [{}, ...filters] as readonly DecisionFilter[]) {
      const filter: DecisionFilter = upTo === undefined ? rest : { ...rest, upTo: log.bound(upTo.revision) };
      const wanted = log.written.filter((one) => matches(one, filter)).sort(inOrder).map(({ id }) => id);
      if (Object.keys(filter).length > 0) seen.found += wanted.length;
      expect(await pages(log.cluster, filter, limit)).toEqual(wanted);
      expect(await streamed(log.cluster, filter)).toEqual(wanted);
    }
  }), { numRuns: 30, endOnFailure: true });
  // In segments of every size, the merged ones too, and by conditions.
  expect([...seen.segments].sort((a, b) => a - b)).toEqual([2, 8, 32]);
  expect(seen.found).toBeGreaterThan(100);
}, 120_000);
