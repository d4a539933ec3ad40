import { parse } from 'csv-parse/sync';
import { hundredClasses } from '../made-workloads.js';
import { quantile } from '../quantile.js';
import type { BenchClient, Timed } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { prepareCluster, scheduleNothing } from '../service/prepare-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

const PAGE_SIZE = 500;
const DECISIONS = `query ($cluster: ID!, $run: ID!, $first: Int!, $after: String) { cluster(id: $cluster) {
  decisions(run: $run, first: $first, after: $after) {
  edges { node { uid ordinal attempt at outcome reasonCode node nominatedNode message seed traceDigest traceStored
  pod { namespace name uid } victims { name }
    nodes { evaluated feasible } rejections { plugin code reason nodes { first any sole } }
    best { total ties runnerUp { node total } } } }
  pageInfo { hasNextPage endCursor } } } }`;

/** Having all decisions of a run, in every way that the API has, against making them. */
export const answers: FurtherFigure = {
  size: { nodes: 5000, pods: 10_000, rounds: 3 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

interface Read {
  readonly ms: number;
  readonly pages: number;
  readonly decisions: number;
}

interface DecisionPage {
  readonly decisions: number;
  /** Where the next page is; undefined on the last one. */
  readonly next: string | undefined;
}

interface Source {
  readonly client: BenchClient;
  readonly clusterId: string;
  readonly run: string;
}

async function measure(
  { client }: BenchService,
  { nodes, pods, rounds, progress }: FigureOptions,
): Promise<FigureValues> {
  progress('preparing', 0, 1);
  const { clusterId } = await prepareCluster(client, hundredClasses({ nodes, pods }));
  await scheduleNothing(client, clusterId);
  const { answer: run, ms: runMs } = await client.schedule({ clusterId });
  const source: Source = { client, clusterId, run: run.uid };
  const values: [name: string, value: number][] = [['runMs', runMs]];
  for (const [index, [way, read]] of Object.entries(WAYS).entries()) {
    const reads: Read[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`reading ${way}`, index * rounds + round, Object.keys(WAYS).length * rounds);
      reads.push(await read(source));
    }
    const { decisions, pages } = whole(way, reads, run.counts.scheduled + run.counts.unschedulable);
    const ms = quantile(
      reads.map((one) => one.ms),
      0.5,
    );
    values.push(
      [`${way}Ms`, ms],
      [`${way}TimesRun`, ms / runMs],
      [`${way}MicrosPerDecision`, (ms * 1000) / decisions],
      [`${way}Pages`, pages],
    );
  }
  return Object.fromEntries(values);
}

/** One of the reads, when all of them had all decisions. */
function whole(way: string, reads: readonly Read[], decisions: number): Read {
  const [first] = reads;
  if (first === undefined || reads.some((read) => read.decisions !== decisions))
    throw new Error(`${way}: not all of ${decisions} decisions: ${JSON.stringify(reads)}`);
  return first;
}

/** As JSON in pages; the text formats as they come, whole if the service streams them. */
const WAYS: Readonly<Record<string, (source: Source) => Promise<Read>>> = {
  rest: (source) => {
    const path = `${decisionsPath(source)}&pageSize=${PAGE_SIZE}`;
    return readAll(path, async (at) => {
      const { answer, ms } = await source.client.get(at);
      const { items, nextPageToken } = JSON.parse(answer.text) as {
        readonly items: readonly object[];
        readonly nextPageToken?: string;
      };
      return {
        answer: {
          decisions: items.length,
          next: nextPageToken === undefined ? undefined : `${path}&pageToken=${nextPageToken}`,
        },
        ms,
      };
    });
  },
  graphql: ({ client, clusterId, run }) =>
    readAll('', async (after) => {
      const variables = { cluster: clusterId, run, first: PAGE_SIZE, after: after === '' ? null : after };
      const {
        answer: {
          cluster: {
            decisions: { edges, pageInfo },
          },
        },
        ms,
      } = await client.graphql<GraphqlPage>(DECISIONS, variables);
      return { answer: { decisions: edges.length, next: pageInfo.hasNextPage ? pageInfo.endCursor : undefined }, ms };
    }),
  ndjson: (source) => readText(source, 'application/x-ndjson', (text) => text.split('\n').length - 1),
  csv: (source) => readText(source, 'text/csv', (text) => parse<unknown>(text, { columns: true }).length),
};

interface GraphqlPage {
  readonly cluster: {
    readonly decisions: {
      readonly edges: readonly object[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  };
}

function decisionsPath({ clusterId, run }: Source): string {
  return `/v1/clusters/${clusterId}/decisions?run=${run}`;
}

function readText(source: Source, type: string, count: (text: string) => number): Promise<Read> {
  return readAll(decisionsPath(source), async (at) => {
    const { answer, ms } = await source.client.get(at, type);
    return { answer: { decisions: count(answer.text), next: answer.next }, ms };
  });
}

/** Follows the pages to the last one. What is done with an answer here is off the clock. */
async function readAll(first: string, ask: (at: string) => Promise<Timed<DecisionPage>>): Promise<Read> {
  const read = { ms: 0, pages: 0, decisions: 0 };
  for (let at: string | undefined = first; at !== undefined;) {
    const { answer, ms }: Timed<DecisionPage> = await ask(at);
    read.ms += ms;
    read.pages += 1;
    read.decisions += answer.decisions;
    at = answer.next;
  }
  return read;
}
