import { readFileSync } from 'node:fs';
import { namedBy } from '../matrix/arguments.js';
import type { Things } from '../matrix/things.js';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly items?: Schema;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}
interface Document {
  readonly paths: Readonly<
    Record<string, { readonly get?: Operation; readonly parameters?: readonly (Parameter & { $ref?: string })[] }>
  >;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** A read with all the parameters that it has. */
export interface ListOperation {
  readonly id: string;
  /** With the ids of what is there. */
  readonly path: string;
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
}

/** Of the kinds of the Kubernetes API, which are served alike, two: one of a namespace and one of none. */
const OTHER_KINDS = /\{cluster\}\/(api|apis)\/(?!v1\/(namespaces\/\{namespace\}\/pods|nodes)$)/;

/** Values that are good where the fixture is, by the name of the parameter or by the operation and the name. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ at: 'revision:3', from: 'revision:1', to: '1', since: '2026-01-01T00:00:00Z', until: '2126-01-01T00:00:00Z' },
  ...{ groupBy: 'namespace', text: 'x', labels: 'a', resources: 'cpu', kind: 'Pod', kinds: 'Pod', costs: 'uncordon:1' },
  ...{
    plugin: 'NodeResourcesFit',
    reason: 'Insufficient cpu',
    labelSelector: 'a=b',
    fieldSelector: 'metadata.name=x',
    revision: '1',
  },
  ...{ position: '1', size: '1', after: '1', client: 'x', obstacleSet: 'x', buckets: '2', top: '5', watch: 'false' },
  ...{ resourceVersion: '1', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'false', pretty: 'true' },
  ...{ timeout: '30s', timeoutSeconds: '5', includeObject: 'Object', pageSize: '1', first: '5', limit: '5' },
  ...{
    fromRevision: '1',
    toRevision: '1',
    'proveConsistency.from': '1',
    obstacle: 'any',
    verbose: 'true',
    op: 'create',
  },
  ...{ 'readUtilization.groupBy': 'node', 'listOperations.kind': 'export', 'listRefusals.kind': 'Pod' },
};

/** What an operation needs that its document says in words. */
const ASKED: Readonly<Record<string, string>> = { diffCluster: 'from', proveInclusion: 'revision' };

const IN_PATHS: Readonly<Record<string, string>> = { size: '1', revision: '1', version: 'v1', group: 'apps' };

/** Every read of openapi.json that has parameters in its query, asked of what is there. */
export function listOperations(things: Things): readonly ListOperation[] {
  const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, { get, parameters: shared = [] }]): ListOperation[] => {
    if (get === undefined || OTHER_KINDS.test(path)) return [];
    const all = [...shared, ...(get.parameters ?? [])].map((one) => resolved(one, components));
    const inQuery = all.filter((one) => one.in === 'query');
    if (inQuery.length === 0) return [];
    const of = (isRequired: boolean): Record<string, string> =>
      Object.fromEntries(
        inQuery
          .filter(({ name, required = ASKED[get.operationId] === name }) => required === isRequired)
          .map((one) => [one.name, valueOf(get.operationId, one, things)]),
      );
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(inPath(get.operationId, path, { name, things })),
    );
    return [{ id: get.operationId, path: filled, required: of(true), optional: of(false) }];
  });
}

function resolved(one: Parameter & { readonly $ref?: string }, { parameters = {} }: Document['components']): Parameter {
  return one.$ref === undefined ? one : (parameters[one.$ref.split('/').at(-1) ?? ''] ?? one);
}

function inPath(
  operation: string,
  path: string,
  { name, things }: { readonly name: string; readonly things: Things },
): string {
  if (path.includes('/profiles/')) return name === 'version' ? '1' : name === 'name' ? things.profile : things.cluster;
  const thing = namedBy(operation, name);
  return thing === 'plain' || thing === 'cursor' ? (IN_PATHS[name] ?? '1') : things[thing];
}

/** A good value for a text of GraphQL that names nothing. */
export function textFor(field: string, argument: string): string {
  const name = argument.split('.').at(-1) ?? '';
  return VALUES[`${field}.${name}`] ?? VALUES[name] ?? 'x';
}

function valueOf(operation: string, { name, schema }: Parameter, things: Things): string {
  const said = VALUES[`${operation}.${name}`];
  if (said !== undefined) return said;
  const thing = namedBy(operation, name);
  if (thing !== 'plain' && thing !== 'cursor') return things[thing];
  const [first] = (schema.items ?? schema).enum ?? [];
  return VALUES[name] ?? first ?? (schema.type === 'boolean' ? 'true' : '1');
}
