import { readFileSync } from 'node:fs';
import { PublishedApi, type Exchange, type OpenApi } from '../openapi/index.js';
import { Dice } from '../oracle/generator/dice.js';
import type { FuzzRequest } from './fuzz-request.js';
import { GraphqlRequests } from './graphql-requests.js';
import { KNOWN } from './odd-values.js';
import { RestRequests } from './rest-requests.js';

/** A request that was answered as none may be. */
export interface Finding {
  /** Its place in the campaign: the same seed sends it there again. */
  readonly index: number;
  readonly request: FuzzRequest;
  readonly why: string;
}

export interface Campaign {
  /** Faults, and requests that nobody answered. */
  readonly findings: readonly Finding[];
  /** Answers that openapi.json does not have, by status, format or fields; and requests that were done against it. */
  readonly undocumented: readonly Finding[];
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface CampaignOptions {
  readonly url: string;
  readonly seed: number;
  readonly requests: number;
  /** Called now and then. */
  readonly onProgress?: (sent: number) => void;
}

/** Nothing small takes so long; streams without end are left when they have begun. */
const DEADLINE_MS = 30_000;
/** Requests delete what others ask for: it is made again. */
const REFURNISH_EVERY = 100;
/** What stands in an answer of GraphQL for a status of 500. */
const FAULT = /"code":"(INTERNAL|INTERNAL_SERVER_ERROR|UNAVAILABLE)"/;
/**
 * What kube-apiserver v1.34 answers 500 as well: a watch from a version that is no number, a deletion with an object of
 * another kind, or options that do not decode, in its body, an eviction whose options ask for another dry run than its
 * address, a binding without the name of a node or to another kind.
 */
const UPSTREAM_MESSAGES = [
  'resourceVersion: Invalid value: .*: strconv\\.ParseUint: ',
  'no kind .* is',
  'json: cannot unmarshal .* DeleteOptions\\.',
  "couldn't get version/kind; json parse error: ",
  'provided data does not appear to be a protobuf message',
  'Non-matching dry-run options in request and content',
  '\\[?target\\.(kind: Unsupported|name: Required) value',
];
const AS_UPSTREAM = new RegExp(`^\\{"kind":"Status",.*"message":"(${UPSTREAM_MESSAGES.join('|')})`, 's');

/** Sends requests made by dice to a service, one after the other; those of the same seed are the same. */
export async function runCampaign({ url, seed, requests, onProgress }: CampaignOptions): Promise<Campaign> {
  const dice = new Dice(seed);
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
  const rest = new RestRequests(document);
  const published = new PublishedApi(document);
  let graphql = new GraphqlRequests('type Query { clusters: Int }', []);
  const findings: Finding[] = [];
  const undocumented: Finding[] = [];
  const statuses: Record<string, number> = {};
  for (let index = 0; index < requests; index += 1) {
    if (index % REFURNISH_EVERY === 0) {
      graphql = new GraphqlRequests(readFileSync('schema.graphql', 'utf8'), await furnish(url));
      onProgress?.(index);
    }
    const request = dice.chance(0.35) ? graphql.next(dice) : rest.next(dice);
    const { status, why, answer } = await send(url, request);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (why !== undefined) findings.push({ index, request, why });
    const violations = answer === undefined ? [] : published.violations({ ...answer, ...sentBy(request) });
    if (violations.length > 0) undocumented.push({ index, request, why: violations.join('; ') });
  }
  return { findings, undocumented, statuses };
}

/**
 * Whether an answer is a watch of the Kubernetes API. All values of `watch` but two ask for one, as kube-apiserver
 * v1.34 reads it; of one object, and where it was refused, the answer has an end.
 */
function isWatch(method: string, { url, headers }: Response): boolean {
  const watch = new URL(url).searchParams.get('watch');
  const isAsked = method === 'GET' && watch !== null && watch !== '0' && watch !== 'false';
  return isAsked && !headers.has('content-length') && !headers.has('content-encoding');
}

/** The body of a request, where it is JSON that can be read. */
function sentBy({ headers, body }: FuzzRequest): Pick<Exchange, 'sent'> {
  if (typeof body !== 'string' || body === '') return {};
  try {
    return { sent: { type: headers['content-type'] ?? '', body: JSON.parse(body) as unknown } };
  } catch {
    return {};
  }
}

async function send(
  url: string,
  { method, path, headers, body }: FuzzRequest,
): Promise<{ readonly status: string; readonly why?: string; readonly answer?: Exchange }> {
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body === undefined ? {} : { body }),
    });
    const status = String(response.status);
    const type = response.headers.get('content-type') ?? '';
    // As it went out: `..` leads elsewhere.
    const { pathname, search } = new URL(response.url);
    const answer = { method, url: pathname + search, status: response.status, type };
    if (type.includes('event-stream') || isWatch(method, response)) {
      await response.body?.cancel();
      return { status, answer: { ...answer, text: undefined } };
    }
    const text = await response.text();
    const isFault = (response.status >= 500 && !AS_UPSTREAM.test(text)) || (path === '/graphql' && FAULT.test(text));
    return { status, answer: { ...answer, text }, ...(isFault ? { why: `${status}: ${text.slice(0, 300)}` } : {}) };
  } catch (error) {
    const cause = (error as Error).cause as Error | undefined;
    return { status: 'none', why: `no answer: ${cause?.message ?? (error as Error).message}` };
  }
}

/** Makes what requests ask for, where it is not there; the global ids of the clusters. */
async function furnish(url: string): Promise<string[]> {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const capacity = { cpu: '8', memory: '16Gi', pods: '110' };
  const metadata = (name: string): object => ({ name, namespace: 'default', labels: { app: 'web' } });
  const items = [
    ...KNOWN.nodes.map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { capacity } })),
    ...KNOWN.pods.map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: metadata(name),
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
    })),
  ];
  for (const name of KNOWN.clusters) {
    await (await post('/v1/clusters', { name })).text();
    await (await post(`/v1/clusters/${name}/import`, { apiVersion: 'v1', kind: 'List', items })).text();
    await (await post(`/v1/clusters/${name}/runs`, { allowEmpty: true })).text();
  }
  const query = '{ clusters(first: 20) { edges { node { id runs(first: 2) { edges { node { id } } } } } } }';
  const text = await (await post('/graphql', { query })).text();
  return [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
}

/** A finding in words: what to send again. */
export function describeFinding({ index, request, why }: Finding): string {
  const { method, path, headers, body = '' } = request;
  return `request ${index}: ${method} ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 2_000)}\n  ${why}`;
}
