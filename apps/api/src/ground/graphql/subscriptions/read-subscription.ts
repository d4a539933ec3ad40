import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { overLimit } from '../limits/limits.plugin.js';
import { ErrorCode } from '../../outcome/index.js';
import { MAX_TOKENS } from '../limits/query-limits.js';
import type { RequestContext } from '../request-context.js';

/** The context of a subscription. */
interface Subscribing {
  readonly schema: GraphQLSchema;
  /** Subscriptions of the connection, this one too. */
  readonly underWay: number;
  readonly context: () => RequestContext;
}

/** What is under way at a time on one connection, at most. */
const MOST = 100;

/** A subscription as it is to be executed, or what is wrong with it: what Apollo Server does for queries. */
export function readSubscription(
  { query, operationName, variables }: SubscribePayload,
  { schema, underWay, context }: Subscribing,
): ExecutionArgs | readonly GraphQLError[] {
  if (underWay > MOST)
    return [coded(ErrorCode.QUERY_TOO_COMPLEX, `a connection has at most ${MOST} subscriptions at a time`)];
  const document = parsed(query);
  if (document instanceof GraphQLError) return [document];
  const invalid = validate(schema, document);
  if (invalid.length > 0)
    return invalid.map((error) => coded(ErrorCode.INVALID_QUERY, withoutHints(error.message), error));
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined)
    return [coded(ErrorCode.INVALID_QUERY, 'the operation does not exist')];
  if (operation.operation !== 'subscription')
    return [
      coded(
        ErrorCode.INVALID_REQUEST,
        'only subscriptions are served here; send queries and mutations to POST /graphql',
      ),
    ];
  const over = overLimit({ schema, document, operation, variables: variables ?? {} });
  if (over !== undefined) return [over];
  return { schema, document, operationName, variableValues: variables, contextValue: context() };
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) return coded(ErrorCode.INVALID_QUERY, error.message, error);
    // The parser goes into itself for every level: of too many it has no stack left.
    if (error instanceof RangeError) return coded(ErrorCode.INVALID_QUERY, 'the query nests too deep');
    throw error;
  }
}

function coded(
  code: ErrorCode,
  message: string,
  { nodes, source, positions }: Partial<Pick<GraphQLError, 'nodes' | 'source' | 'positions'>> = {},
): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    extensions: { code },
  });
}

/**
 * The schema is published; guessing what a caller meant is no part of it. As Apollo Server's
 * hideSchemaDetailsFromClientErrors.
 */
function withoutHints(message: string): string {
  return message.replace(/ ?Did you mean(.+?)\?$/, '');
}
