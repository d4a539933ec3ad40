import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { DEEPEST_TEXT, MOST_VALUES } from '#json';
import { MAX_TOKENS, QUERY_LIMITS } from '../../../apps/api/src/ground/graphql/limits/query-limits.js';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { newTeam } from './teams.js';

/** How far beyond its limit each of these is, where a body has room for it. */
const FAR = 100;

/** As many values as a body of 8 MiB has room for: 40 times what is read. */
const VALUES = 40 * MOST_VALUES;

const MIB = 2 ** 20;

/** Queries of GraphQL. */
const QUERIES: Readonly<Record<string, string>> = {
  levels: `{ __type(name: "Query") ${nested('{ ofType ', ' }', FAR * QUERY_LIMITS.depth)} }`,
  aliases: `{ clusters { ${listed(FAR * QUERY_LIMITS.aliases, (index) => `a${index}: __typename`)} } }`,
  rootFields: `{ ${listed(FAR * QUERY_LIMITS.rootFields, () => '__typename')} }`,
  directives: `{ __typename ${listed(FAR * QUERY_LIMITS.directives, () => '@include(if: true)')} }`,
  objects: `{ clusters(first: 500) { edges { node {
    ${listed(20, (index) => `n${index}: nodes(first: 500) { __typename }`)} } } } }`,
  words: `{ ${listed(FAR * MAX_TOKENS, () => 'id')} }`,
};

/** Bodies of REST. */
const BODIES: Readonly<Record<string, string>> = {
  bodyLevels: nested('{"a":', '}', FAR * DEEPEST_TEXT),
  values: `[${listed(VALUES, () => '1', ',')}]`,
};

/**
 * How long what is far beyond a limit takes to be refused, one request after the other, from before the connection is
 * made to the whole answer; all of them once before, for the memory that they leave behind.
 */
export const refusals: FurtherFigure = {
  size: { nodes: 1, pods: 1, rounds: 100 },
  measure: (options) => BenchService.with((service) => measure(service, options), { BERTH_AUTH: 'keys' }),
};

async function measure(service: BenchService, { rounds, progress }: FigureOptions): Promise<FigureValues> {
  const key = `Bearer ${await newTeam(service.client, 'asking', ['viewer', 'editor'])}`;
  const url = service.client.api.url;
  const ofQueries = Object.entries(QUERIES).map(
    ([name, query]) => [name, '/graphql', key, JSON.stringify({ query })] as const,
  );
  const ofBodies = Object.entries(BODIES).map(([name, body]) => [name, '/v1/clusters', key, body] as const);
  const wrongKey = ['wrongKey', '/v1/clusters', 'Bearer berth_wrong', '{"name":"x"}'] as const;
  const all = [...ofQueries, ...ofBodies, wrongKey];
  const memory = (): number => service.memory().rssBytes / MIB;
  const startedMiB = memory();
  await timesOf(all);
  const rssMiB = memory();
  const times = await timesOf(all);
  return { ...times, startedMiB, rssMiB, rssAgainMiB: memory() };

  async function timesOf(asked: typeof all): Promise<FigureValues> {
    const values: Record<string, number> = {};
    for (const [name, path, authorization, body] of asked) {
      progress(name, 0, 1);
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        took.push(await refused(new URL(path, url), { authorization, body }));
      values[`${name}P50Ms`] = quantile(took, 0.5);
      values[`${name}P99Ms`] = quantile(took, 0.99);
    }
    return values;
  }
}

/** Milliseconds until the request is answered. @throws unless that is a refusal */
async function refused(
  url: URL,
  { authorization, body }: { readonly authorization: string; readonly body: string },
): Promise<number> {
  const begun = performance.now();
  const asking = request(url, {
    method: 'POST',
    agent: false,
    headers: { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  // The service reads no more than it needs: what is still to be sent may not arrive.
  asking.on('error', () => undefined).end(body);
  const [answer] = await answered;
  await answer.toArray();
  const ms = performance.now() - begun;
  asking.destroy();
  if (answer.statusCode === undefined || answer.statusCode < 400) throw new Error(`${url.pathname} was not refused`);
  return ms;
}

function nested(open: string, close: string, levels: number): string {
  return `${open.repeat(levels)}{ name }${close.repeat(levels)}`;
}

function listed(count: number, text: (index: number) => string, between = ' '): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(between);
}
