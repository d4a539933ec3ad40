import { ownField } from '#json';
import { z } from 'zod';
import type { ParameterSchema } from '../http/index.js';
import { operationsOf, type Parameter, type PathItem } from './document-types.js';

/** The parameters of a query, each as it is published: as what its text means. */
export function parametersOf(query: z.ZodObject): (Parameter & { readonly name: string })[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const {
      description = '',
      parameter,
      $schema: _,
      ...text
    } = z.toJSONSchema(field as z.ZodType, { io: 'input' }) as Record<string, unknown> & {
      readonly description?: string;
      readonly parameter?: ParameterSchema;
    };
    const required = !(field as z.ZodType).safeParse(undefined).success;
    const schema = parameter ?? text;
    const list = schema['type'] === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', required, description, ...list, schema };
  });
}

/** What the names in paths mean. */
const IN_PATHS: Readonly<Record<string, string>> = {
  digest: 'SHA-256 of a list of nodes, hexadecimal: `nodeSet.digest` of a trace as columns.',
  cluster: 'The id of a cluster, or its name; `team%2Fname` for a cluster that another team shares.',
  operation: 'The id of an operation; a UUID.',
  archive: 'The id of an archive: `<first revision>-<last revision>`.',
  group: 'The name of an API group.',
  decision: 'The id of a decision: `<run>.<ordinal>`.',
  whatIf: 'The id of a what-if; a UUID.',
  team: 'The name or id of a team.',
  member: 'The id of a membership: a user in a team.',
  key: 'The id of a key, which is not part of its secret.',
  grant: 'The id of a grant; a UUID.',
  name: 'The name of the object.',
  namespace: 'The namespace of the object.',
  report: 'The name of a report: `capacity`, `pending`.',
  result: 'The id of a result of a schedule; a UUID.',
  revision: 'The number of a revision.',
  run: 'The id of a run.',
  schedule: 'The name or id of a schedule.',
  size: 'The size of a checkpoint, or `latest`.',
  version: 'The number of a version.',
};

/** What any write takes. */
const AUTHOR: readonly Parameter[] = [
  {
    name: 'X-Berth-Actor',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description: 'Name of the person or program that acts. Recorded in the revision that the request writes.',
  },
  {
    name: 'X-Berth-Reason',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description: 'Reason for the request. Recorded in the revision that the request writes.',
  },
];

/** Every path declares what is in its braces, and every writing operation takes its author. */
export function addParameters(path: string, item: PathItem): void {
  item.parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: ownField(IN_PATHS, name) ?? '',
  }));
  for (const [method, operation] of operationsOf(item)) {
    const own = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'path');
    operation.parameters = method === 'get' ? own : [...own, ...AUTHOR];
  }
}

/**
 * Makes one of the parameters that stand in several places in the same words; answers them by `in.name`. Of different
 * ones of one name, that which stands in most places.
 */
export function shareParameters(items: readonly PathItem[]): Readonly<Record<string, Parameter>> {
  const places = items.flatMap((item) => [item, ...operationsOf(item).map(([, operation]) => operation)]);
  const uses = new Map<string, { readonly parameter: Parameter; count: number }>();
  for (const parameter of places.flatMap(({ parameters = [] }) => parameters)) {
    const text = JSON.stringify(parameter);
    uses.set(text, { parameter, count: (uses.get(text)?.count ?? 0) + 1 });
  }
  const shared = new Map<string, Parameter>();
  for (const { parameter, count } of [...uses.values()].sort((a, b) => b.count - a.count))
    if (count > 1 && !shared.has(keyOf(parameter))) shared.set(keyOf(parameter), parameter);
  const refer = (parameter: Parameter): Parameter =>
    JSON.stringify(shared.get(keyOf(parameter))) === JSON.stringify(parameter)
      ? { $ref: `#/components/parameters/${keyOf(parameter)}` }
      : parameter;
  for (const place of places) place.parameters = (place.parameters ?? []).map(refer);
  return Object.fromEntries(shared);
}

function keyOf(parameter: Parameter): string {
  return `${parameter.in}.${parameter.name}`;
}
