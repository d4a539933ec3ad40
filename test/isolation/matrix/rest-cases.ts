import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { namedBy, type Named } from './arguments.js';
import type { Thing, Things } from './things.js';

interface Reference {
  readonly $ref?: string;
}
interface Parameter extends Reference {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Schema extends Reference {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
}

/** A request, ready to be sent. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation with one of its arguments. */
export interface RestCase {
  readonly operation: string;
  /** `path.run`, `query.node` or `body./a/cluster`. */
  readonly argument: string;
  readonly method: string;
  readonly thing: Thing | 'cursor';
  /** The argument says `value`, everything else what the things are. */
  request(value: string, around: Things): Request;
}

/** Somewhere that a value is put. */
interface Place {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly named: Named;
  readonly required: boolean;
}

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly places: readonly Place[];
  readonly example: unknown;
  readonly isKubernetes: boolean;
  readonly takesKey: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What has to be said and names nothing. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  ...{ version: 'v1', group: 'apps', size: '1', revision: '1', kind: 'Pod', from: '1', text: 'x' },
  ...{ stream: 's', sequence: '0' },
  ...{ groupBy: 'namespace', buckets: '2', position: '1', top: '1', report: 'quotas' },
};

const POD = JSON.stringify({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'asked', namespace: 'default' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
});

/** Bodies where the published example asks for what is not there. */
const BODIES: Readonly<Record<string, (around: Things) => object>> = {
  compare: () => ({ a: {}, b: {}, pods: {} }),
  whatIf: ({ node }) => ({ steps: [{ cordon: { names: [node] } }] }),
  askFits: () => ({ manifests: POD }),
  askHowMany: () => ({ templates: [{ manifests: POD }] }),
  askNodesNeeded: () => ({ manifests: POD, shapes: [{ name: 's', node: { status: { capacity: { cpu: '4' } } } }] }),
  askDrain: ({ node }) => ({ names: [node] }),
  createSchedule: ({ cluster }) => ({
    ...{ name: `made-${randomUUID().slice(0, 8)}`, cron: '0 0 1 1 *', report: 'capacity', cluster },
  }),
  forkCluster: ({ clusterName }) => ({ name: `${clusterName}-fork` }),
  schedule: () => ({ dryRun: true }),
  replay: () => ({ wait: true }),
  verify: () => ({ wait: true }),
  createKey: ({ cluster }) => ({ name: 'made', roles: ['viewer'], cluster }),
  createGrant: () => ({ team: 'default', role: 'editor' }),
  setNamespaceTeam: () => ({ team: 'default' }),
  updateProfile: ({ profile }) => ({ schedulerName: profile }),
};

/** What an operation needs that its document says in words. */
const QUESTIONS: Readonly<Record<string, string>> = { diffCluster: 'from=revision:1', proveInclusion: 'revision=1' };

/** An operation with a request that is good where the things are. */
export interface RestOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Whether it takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Objects that it writes carry the label, so that no two requests write the same. */
  request(around: Things, label: string): Request;
}

/** Every operation of openapi.json. */
export function restOperations(): readonly RestOperation[] {
  return operationsOf(readDocument()).map((operation) => ({
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    takesKey: operation.takesKey,
    request: (around, label) => labelled(requestOf(operation, around), operation, label),
  }));
}

function labelled(request: Request, { isKubernetes }: Operation, label: string): Request {
  const { metadata, ...body } = (request.body ?? {}) as { readonly metadata?: object };
  if (!isKubernetes || metadata === undefined) return request;
  return { ...request, body: { ...body, metadata: { ...metadata, labels: { label } } } };
}

/** Every operation of openapi.json with each argument that names something. @throws Error where one has no case */
export function restCases(): { readonly cases: readonly RestCase[]; readonly operations: number } {
  const operations = operationsOf(readDocument());
  const cases = operations.flatMap((operation) =>
    operation.places.flatMap((place) => (place.named === 'plain' ? [] : [caseOf(operation, place)])),
  );
  return { cases, operations: operations.length };
}

type Path = Readonly<Partial<Record<(typeof METHODS)[number], RawOperation>>> & {
  /** Of all operations of the path. */
  readonly parameters?: readonly Parameter[];
};

interface Document {
  readonly paths: Readonly<Record<string, Path>>;
  readonly components: object;
}

function readDocument(): Document {
  return JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
}

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      if (raw === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(raw.parameters ?? [])];
      return [operationOf(document, { path, method, raw: { ...raw, parameters } })];
    }),
  );
}

function operationOf(
  document: Document,
  { path, method, raw }: { readonly path: string; readonly method: string; readonly raw: RawOperation },
): Operation {
  const isKubernetes = /\{cluster\}\/(api|apis)\//.test(path);
  const named = (name: string): Named => {
    if (isKubernetes && name === 'name') return kindOf(raw.operationId) === 'Pod' ? 'podName' : objectOf(path);
    return /\/profiles\//.test(path) && name === 'name' ? 'profile' : namedBy(raw.operationId, name);
  };
  const parameters = (raw.parameters ?? []).map((one) => resolved<Parameter>(document, one));
  const content = raw.requestBody?.content['application/json'];
  const inBody = isKubernetes || content?.schema === undefined ? [] : leavesOf(document, content.schema);
  return {
    id: raw.operationId,
    path,
    method,
    isKubernetes,
    takesKey: parameters.some(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key'),
    example: Object.values(content?.examples ?? {})[0]?.value,
    places: [
      ...parameters.flatMap(({ in: where, name, required = false }) =>
        where === 'path' || where === 'query' ? [{ in: where, name, required, named: named(name) } as const] : [],
      ),
      ...inBody.map((pointer) => ({
        in: 'body' as const,
        name: pointer,
        required: false,
        named: named(lastName(pointer)),
      })),
    ],
  };
}

function objectOf(path: string): Named {
  if (/\/nodes\//.test(path)) return 'node';
  return /\/namespaces\/\{name\}/.test(path) ? 'namespace' : 'object';
}

function kindOf(operation: string): string {
  return operation.replace(/^(deleteCollection|list|create|read|replace|patch|delete|bind)|(Status|Scale)$/g, '');
}

function lastName(pointer: string): string {
  return pointer.replaceAll('/0', '').split('/').at(-1) ?? '';
}

function resolved<T extends Reference>(document: Document, one: T): T {
  if (one.$ref === undefined) return one;
  const steps = one.$ref.split('/').slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T;
}

/** Pointers of the values that a body may have, the first of lists. */
function leavesOf(document: Document, schema: Schema, pointer = ''): string[] {
  const { properties, items, anyOf, oneOf } = resolved(document, schema);
  const branches = anyOf ?? oneOf ?? [];
  const below = [
    ...branches.flatMap((branch) => leavesOf(document, branch, pointer)),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => leavesOf(document, one, `${pointer}/${name}`)),
    ...(items === undefined ? [] : leavesOf(document, items, `${pointer}/0`)),
  ];
  if (below.length > 0) return [...new Set(below)];
  return pointer === '' ? [] : [pointer];
}

function caseOf(operation: Operation, place: Place): RestCase {
  return {
    operation: operation.id,
    argument: `${place.in}.${place.name}`,
    method: operation.method,
    thing: place.named as Thing | 'cursor',
    request: (value, around) => requestOf(operation, around, { place, value }),
  };
}

interface Asked {
  readonly place: Place;
  readonly value: string;
}

function requestOf(operation: Operation, around: Things, asked?: Asked): Request {
  const valueOf = (place: Place): string => {
    if (place === asked?.place) return asked.value;
    if (place.named !== 'plain' && place.named !== 'cursor') return around[place.named];
    return (operation.path.includes('/profiles/') && place.name === 'version' ? '1' : PLAIN_VALUES[place.name]) ?? '1';
  };
  const of = (where: Place['in']): Place[] => operation.places.filter((place) => place.in === where);
  const path = of('path').reduce(
    (left, place) => left.replace(`{${place.name}}`, encodeURIComponent(valueOf(place))),
    operation.path,
  );
  const query = of('query')
    .filter((place) => place.required || place === asked?.place)
    .map((place) => `${place.name}=${encodeURIComponent(valueOf(place))}`);
  // A replacement creates what is not there: no case may leave a name behind that later ones ask for.
  if (operation.isKubernetes && operation.method === 'put' && asked?.place.in === 'path') query.push('dryRun=All');
  const question = QUESTIONS[operation.id];
  if (question !== undefined && asked?.place.in !== 'query') query.push(question);
  const url = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const { method } = operation;
  if (method === 'get') return { method, path: url };
  const body = operation.isKubernetes
    ? objectIn(operation, path)
    : (BODIES[operation.id]?.(around) ?? operation.example);
  const type = method === 'patch' && operation.isKubernetes ? 'application/merge-patch+json' : 'application/json';
  const full = asked?.place.in === 'body' ? withValue(body, asked.place.name.split('/').slice(1), asked.value) : body;
  return { method, path: url, ...(full !== undefined && { type, body: full }) };
}

/** An object of the kind that the path is about, with the name that it says. */
function objectIn({ id, method }: Operation, path: string): object | undefined {
  if (method === 'delete') return undefined;
  if (method === 'patch') return { metadata: { labels: { a: 'b' } } };
  const [, group = '', rest = ''] = /\/(api\/v1|apis\/[^/]+\/[^/]+)\/(.*)$/.exec(path) ?? [];
  const [, namespace] = /^namespaces\/([^/]+)\/./.exec(rest) ?? [];
  const name = id.startsWith('replace')
    ? rest
        .replace(/\/(status|scale)$/, '')
        .split('/')
        .at(-1)
    : 'made';
  const apiVersion = group.replace(/^apis?\//, '');
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  const [, pod] = /\/pods\/([^/]+)\/(?:binding|eviction)$/.exec(rest) ?? [];
  const ofPod = { namespace, ...(pod !== undefined && { name: pod }) };
  if (id === 'evictPod') return { apiVersion: 'policy/v1', kind: 'Eviction', metadata: ofPod };
  if (rest.endsWith('/scale')) return { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: 1 } };
  if (rest.endsWith('/token')) return { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  if (id.startsWith('bind')) return { apiVersion, kind: 'Binding', metadata: ofPod, target: { name: 'n' } };
  return { apiVersion, kind: kindOf(id), metadata, spec: {} };
}

/** The same with a value at a pointer; what leads there is made. */
function withValue(body: unknown, [step = '', ...rest]: readonly string[], value: string): unknown {
  const isList = step === '0';
  const given = body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  const below = rest.length === 0 ? value : withValue(isList ? given[0] : given[step], rest, value);
  return isList ? [below] : { ...given, [step]: below };
}
