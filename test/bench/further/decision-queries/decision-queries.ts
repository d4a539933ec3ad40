import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { Dice } from '../../../oracle/generator/dice.js';
import { quantile } from '../../quantile.js';
import { BenchService } from '../../service/bench-service.js';
import { tableBytes } from '../../service/stored-bytes.js';
import type { FigureOptions, FigureValues, FurtherFigure } from '../further-figure.js';
import { PAGES, someDecisions, SUMS, type Asking } from './decision-questions.js';
import { makeDecisions, type MadeDecisions } from './made-decisions.js';

/** What is not indexed yet, at most, when there is nothing left to do. */
const TAIL = 4096;
const PAGE_SIZE = 50;
const DEEP = `query ($cluster: ID!, $after: String!) { cluster(id: $cluster) { decisions(outcome: unschedulable, first:
  ${PAGE_SIZE}, after: $after) { edges { node { uid } } } } }`;

/**
 * Searches and sums over many decisions, made up of rows and spread over five weeks of one cluster: `pods` is the
 * number of decisions. First each question once after a restart of the service and of PostgreSQL, then each so many
 * times with other arguments, over REST.
 */
export const decisionQueries: FurtherFigure = {
  size: { nodes: 5000, pods: 10_000_000, rounds: 40 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(
  service: BenchService,
  { nodes, pods: decisions, rounds, progress }: FigureOptions,
): Promise<FigureValues> {
  const clusterId = await service.client.createCluster('searched');
  const made: MadeDecisions = { clusterId, decisions, nodes };
  const { some, values } = await service.withDatabase(async (database) => {
    await makeDecisions(database, made, (done) => {
      progress('writing decisions', done, decisions);
    });
    const begun = performance.now();
    await untilIndexed(database, made, (done) => {
      progress('indexing', done, decisions);
    });
    const buildSeconds = (performance.now() - begun) / 1000;
    const bytes = await tableBytes(database);
    return {
      some: await someDecisions(database, made),
      values: { buildSeconds, indexedPerSecond: decisions / buildSeconds, ...sizes(bytes, decisions) },
    };
  });
  await service.restart();
  const asking: Asking = { dice: new Dice(1), made, some };
  const kinds = questions(service, asking);
  const cold: number[] = [];
  for (const [, ask] of kinds) cold.push(await ask());
  const found: FigureValues[] = [{ ...values, coldWorstMs: Math.max(...cold), coldP50Ms: quantile(cold, 0.5) }];
  const p95s: number[] = [];
  for (const [index, [kind, ask]] of kinds.entries()) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`asking ${kind}`, index * rounds + round, kinds.length * rounds);
      times.push(await ask());
    }
    const p95 = quantile(times, 0.95);
    p95s.push(p95);
    found.push({ [`${kind}P50Ms`]: quantile(times, 0.5), [`${kind}P95Ms`]: p95 });
  }
  return Object.assign({}, ...found, { worstP95Ms: Math.max(...p95s) }) as FigureValues;
}

/** Each kind of question, asked once a call; resolves to the time it took. */
function questions({ client }: BenchService, asking: Asking): (readonly [kind: string, ask: () => Promise<number>])[] {
  const { clusterId } = asking.made;
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<number> => {
    const { ms } = await client.get(
      `/v1/clusters/${clusterId}/${path}?${new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) }).toString()}`,
    );
    return ms;
  };
  const deep = async (): Promise<number> => {
    const { run_id: run, ordinal } = asking.dice.pick(asking.some);
    const after = Buffer.from(JSON.stringify(['decisions', run, String(ordinal)])).toString('base64url');
    return (await client.graphql(DEEP, { cluster: clusterId, after })).ms;
  };
  return [
    ...Object.entries(PAGES).map(([kind, queryOf]) => [kind, () => get('decisions', queryOf(asking))] as const),
    ['deep', deep],
    ...Object.entries(SUMS).map(([kind, askedOf]) => [kind, () => get(...askedOf(asking))] as const),
  ];
}

async function untilIndexed(
  database: pg.Client,
  { clusterId, decisions }: MadeDecisions,
  progress: (done: number) => void,
): Promise<void> {
  for (let indexed = 0; indexed <= decisions - TAIL;) {
    await setTimeout(500);
    const {
      rows: [row],
    } = await database.query<{ decisions: string }>('SELECT decisions FROM decision_indexes WHERE cluster_id = $1', [
      clusterId,
    ]);
    indexed = Number(row?.decisions ?? 0);
    progress(indexed);
  }
}

const INDEX_TABLES = [
  'decision_indexes',
  'decision_segments',
  'decision_postings',
  'decision_places',
  'decision_totals',
  'decision_total_pods',
  'decision_waits',
];

function sizes(bytes: ReadonlyMap<string, number>, decisions: number): FigureValues {
  const of = (...tables: readonly string[]): number =>
    tables.reduce((sum, table) => sum + (bytes.get(table) ?? 0), 0) / decisions;
  return {
    decisionBytes: of('decisions'),
    indexBytesPerDecision: of(...INDEX_TABLES),
    postingBytesPerDecision: of('decision_postings'),
    placeBytesPerDecision: of('decision_places'),
    sumBytesPerDecision: of('decision_totals', 'decision_total_pods', 'decision_waits'),
  };
}
