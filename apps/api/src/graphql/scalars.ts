import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Times leave as the text they are kept as, and come in as dates. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A time as RFC 3339 has it, for example `2026-11-21T12:00:00Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => String(value),
  parseValue: readTime,
  parseLiteral: (node) => readTime(node.kind === Kind.STRING ? node.value : undefined, node),
});

/** Kubernetes manifests and the like: any JSON, unchanged. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value, as it is: an object, a list, a text, a number, true, false or null.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

function readTime(value: unknown, node?: ValueNode): Date {
  const time = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : undefined;
  if (time !== undefined && !Number.isNaN(time.getTime())) return time;
  throw new GraphQLError(
    'DateTime must be a time as RFC 3339 has it, for example 2026-11-21T12:00:00Z',
    node === undefined ? {} : { nodes: node },
  );
}
