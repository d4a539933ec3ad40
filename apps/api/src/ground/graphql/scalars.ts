import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';
import { readTime as timeOf, TIMES } from '../http/index.js';

/** Times leave as the text they are stored as, and come in as dates. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A time in RFC 3339, for example `2026-11-21T12:00:00Z`. As an argument also a date, which is ' +
    'midnight UTC, or a duration before now: `24h`, `7d`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => String(value),
  parseValue: (value) => readArgument(value),
  parseLiteral: (node) => readArgument(node.kind === Kind.STRING ? node.value : undefined, node),
});

/** Kubernetes manifests and the like: any JSON, unchanged. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value: an object, array, string, number, boolean or null.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

function readArgument(value: unknown, node?: ValueNode): Date {
  const time = typeof value === 'string' ? timeOf(value) : undefined;
  if (time !== undefined) return time;
  throw new GraphQLError(`DateTime must be ${TIMES}`, node === undefined ? {} : { nodes: node });
}
