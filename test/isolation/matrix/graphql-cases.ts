import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
} from 'graphql';
import { namedBy, type Named } from './arguments.js';
import type { Owner, Thing, Things } from './things.js';

/** A document with its variables, ready to be sent. */
export interface Document {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A field with one of its arguments. */
export interface GraphqlCase {
  /** `Cluster.run`. */
  readonly field: string;
  /** `input.runId`. */
  readonly argument: string;
  readonly root: 'query' | 'mutation' | 'subscription';
  readonly thing: Named;
  document(value: string, around: Pick<Owner, 'things' | 'globalIds'>): Document;
}

/** How a field of a type is come to, and what that names; fields of what is asked for in vain are not asked. */
const WAYS: Readonly<Record<string, (field: string) => string>> = {
  Query: (field) => field,
  Mutation: (field) => field,
  Subscription: (field) => field,
  Cluster: (field) => `cluster(id: $cluster) { ${field} }`,
  Run: (field) => `cluster(id: $cluster) { run(id: $run) { ${field} } }`,
  Diff: (field) => `cluster(id: $cluster) { diff(from: "revision:1") { ${field} } }`,
  RunComparison: (field) => `cluster(id: $cluster) { compareRuns(base: $run, other: $otherRun) { ${field} } }`,
  Decision: (field) => `decision(id: $decision) { ${field} }`,
  ...Object.fromEntries(
    ['Pod', 'ClusterNode', 'Profile', 'Team'].map((type) => [
      type,
      (field: string) => `node(id: $at${type}) { ... on ${type} { ${field} } }`,
    ]),
  ),
};

/** What has to be said and names nothing, by the name of the argument. */
const PLAIN_VALUES: Readonly<Record<string, unknown>> = {
  ...{ from: 'revision:1', kind: 'Pod', text: 'x', groupBy: 'namespace', body: { topologyKey: 'x' }, question: 'loss' },
  ...{ resources: ['cpu'], labels: [], steps: [], values: 1, buckets: 2, first: 1, name: 'made', report: 'quotas' },
  cron: '0 0 1 1 *',
  manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'made' } },
  manifests: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'made' } }),
  configuration: { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' },
};

/** Somewhere that a value is put. */
interface Place {
  readonly path: readonly string[];
  readonly named: Named;
  readonly isText?: boolean;
}

type Input = GraphQLArgument | GraphQLInputField;
type Field = GraphQLField<unknown, unknown>;

/** A field with a document that is good where the things are. */
export type GraphqlField = Pick<GraphqlCase, 'field' | 'root'> & {
  /** Whether its input takes an idempotency key. */
  readonly takesKey: boolean;
  document(around: Pick<Owner, 'things' | 'globalIds'>): Document;
};

/** What has to be said where the schema does not ask for it. */
const SAID: Readonly<Record<string, readonly [Thing, ...string[]]>> = {
  'Query.cluster': ['cluster', 'id'],
  'Mutation.updateCluster': ['clusterName', 'input', 'name'],
};

/** The fields of the root types, and others by `Type.field`. */
export function graphqlFields(others: readonly string[]): readonly GraphqlField[] {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && WAYS[type.name] !== undefined
      ? Object.values(type.getFields()).flatMap((field): GraphqlField[] => {
          const isRoot = /^(Query|Mutation|Subscription)$/.test(type.name);
          if (!isRoot && !others.includes(`${type.name}.${field.name}`)) return [];
          const asked = { type: type.name, field: field as Field, way: WAYS[type.name] ?? ((text) => text) };
          const [thing, ...path] = SAID[`${type.name}.${field.name}`] ?? [];
          const { field: name, root, document } = caseOf(asked, { path, named: 'plain' });
          const said = (things: Things): string => (thing === undefined ? '' : things[thing]);
          const takesKey = field.args.some(({ type: input }) => isKeyed(getNamedType(input)));
          return [{ field: name, root, takesKey, document: (around) => document(said(around.things), around) }];
        })
      : [],
  );
}

function isKeyed(input: GraphQLNamedType): boolean {
  return isInputObjectType(input) && 'idempotencyKey' in input.getFields();
}

/** Every field of the schema with each argument that names something. @throws Error where one has no case, or no way */
export function graphqlCases(): { readonly cases: readonly GraphqlCase[]; readonly fields: number } {
  const fields = fieldsWithArguments();
  return { cases: casesOf(fields, ({ named }) => named !== 'plain'), fields: fields.length };
}

/** Every field that is read, with each argument that is a text, whatever it is about. @throws Error likewise */
export function graphqlTexts(): readonly GraphqlCase[] {
  return casesOf(fieldsWithArguments(), ({ isText = false }) => isText).filter(({ root }) => root === 'query');
}

type OwnedField = Pick<Asked, 'type' | 'field'>;

function fieldsWithArguments(): readonly OwnedField[] {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter(({ args }) => args.length > 0)
          .map((field) => ({ type: type.name, field: field as Field }))
      : [],
  );
}

function casesOf(fields: readonly OwnedField[], isWanted: (place: Place) => boolean): GraphqlCase[] {
  return fields.flatMap(({ type, field }) => {
    const way = WAYS[type];
    if (way === undefined) throw new Error(`no way to the fields of ${type}`);
    const place = `${type}.${field.name}`;
    return field.args
      .flatMap((argument) => placesIn(argument, place))
      .filter(isWanted)
      .map(({ path, named }) => caseOf({ type, field, way }, { path, named }));
  });
}

function placesIn(input: Input, place: string, above: readonly string[] = [], depth = 0): Place[] {
  const path = [...above, input.name];
  const type = getNamedType(input.type);
  const isText = type.name === 'String' || type.name === 'ID';
  if (!isInputObjectType(type) || depth > 4) return [{ path, named: namedBy(place, input.name), isText }];
  return Object.values(type.getFields()).flatMap((field) => placesIn(field, place, path, depth + 1));
}

interface Asked {
  readonly type: string;
  readonly field: Field;
  readonly way: (field: string) => string;
}

function caseOf({ type, field, way }: Asked, { path, named }: Place): GraphqlCase {
  const root = type === 'Mutation' ? 'mutation' : type === 'Subscription' ? 'subscription' : 'query';
  const place = `${type}.${field.name}`;
  return {
    field: place,
    argument: path.join('.'),
    root,
    thing: named,
    document: (value, { things, globalIds }) => {
      const given = field.args.flatMap((argument): [string, unknown, string][] => {
        const isAsked = argument.name === path[0];
        if (!isAsked && !isRequiredArgument(argument)) return [];
        const made = valueOf(argument, { place, things, put: isAsked ? { path: path.slice(1), value } : undefined });
        return [[argument.name, made, String(argument.type)]];
      });
      const text = `${field.name}${listed(given.map(([name]) => `${name}: $a_${name}`))}${selection(field)}`;
      const variables = { ...waysThings(things, globalIds), ...namedVariables(given) };
      const body = way(text);
      const declared = [
        ...given.map(([name, , type]) => `$a_${name}: ${type}`),
        ...Object.keys(waysThings(things, globalIds))
          .filter((name) => new RegExp(`\\$${name}\\b`).test(body))
          .map((name) => `$${name}: ID!`),
      ];
      const used = Object.entries(variables).filter(([name]) => declared.some((one) => one.startsWith(`$${name}:`)));
      return { query: `${root} ${listed(declared)} { ${body} }`, variables: Object.fromEntries(used) };
    },
  };
}

function listed(all: readonly string[]): string {
  return all.length === 0 ? '' : `(${all.join(', ')})`;
}

function namedVariables(given: readonly (readonly [string, unknown, string])[]): Record<string, unknown> {
  return Object.fromEntries(given.map(([name, value]) => [`a_${name}`, value]));
}

function waysThings(things: Things, globalIds: Owner['globalIds']): Record<string, string> {
  const { cluster, run, otherRun } = things;
  const at = Object.fromEntries(Object.entries(globalIds).map(([type, id]) => [`at${type}`, id]));
  return { cluster, run, otherRun, decision: globalIds.Decision ?? '', ...at };
}

interface Made {
  readonly place: string;
  readonly things: Things;
  readonly put: { readonly path: readonly string[]; readonly value: string } | undefined;
}

/** A value for an argument: the one that is put, or what is required around it. */
function valueOf(input: Input, made: Made): unknown {
  const { place, things, put } = made;
  const type = getNamedType(input.type);
  const single = (): unknown => {
    if (isInputObjectType(type)) return objectOf(Object.values(type.getFields()), made);
    if (put !== undefined) return isJson(type) ? { schedulerName: put.value } : put.value;
    const named = namedBy(place, input.name);
    if (named !== 'plain' && named !== 'cursor') return isJson(type) ? { schedulerName: things[named] } : things[named];
    if (isEnumType(type)) return type.getValues()[0]?.name;
    return PLAIN_VALUES[input.name] ?? ('Int' === type.name ? 1 : 'x');
  };
  const value = single();
  return isList(input.type) && !Array.isArray(value) ? [value] : value;
}

function isJson(type: { readonly name: string }): boolean {
  return type.name === 'JSON';
}

function isList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? getNullableType(type) : type);
}

function objectOf(fields: readonly GraphQLInputField[], made: Made): object {
  const { put } = made;
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const isAsked = field.name === put?.path[0];
      if (!isAsked && !isRequiredInputField(field)) return [];
      const below = isAsked ? { path: put.path.slice(1), value: put.value } : undefined;
      return [[field.name, valueOf(field, { ...made, put: below })]];
    }),
  );
}

/** What is shown of an answer: names and numbers, three deep. */
function selection({ type }: Field): string {
  const named = getNamedType(type);
  return isCompositeType(named) ? ` ${shown(named, 0)}` : '';
}

const DEEPEST = 2;
/** They count as much as what they are made of, and say nothing that the rest does not. */
const LARGE = new Set(['manifest', 'object', 'patch', 'traceColumns', 'source', 'effective', 'resourceUsage', 'usage']);

function shown(type: GraphQLCompositeType, depth: number): string {
  const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
  const written = fields.flatMap((field): string[] => {
    if (field.args.some(isRequiredArgument) || LARGE.has(field.name)) return [];
    const below = getNamedType(field.type);
    if (!isCompositeType(below)) return [field.name];
    const isPart = ['nodes', 'refusals', 'pageInfo'].includes(field.name) || type.name.endsWith('Payload');
    return depth < DEEPEST && isPart && field.args.length === 0 ? [`${field.name} ${shown(below, depth + 1)}`] : [];
  });
  return `{ ${['__typename', ...written].join(' ')} }`;
}
