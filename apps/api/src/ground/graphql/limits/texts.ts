import { exactnessProblems, isKeepable } from '#apimachinery';
import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql';
import { ErrorCode, RequestRefused } from '../../outcome/index.js';

/**
 * What no argument of a query may hold, as no body under /v1 may: NUL characters, lone surrogates, integers that were
 * rounded when they were read, values nested without end. In variables and in the query's own text.
 */
export function inexactArgument(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  const problems = exactnessProblems(variables);
  if (problems.length > 0) return badInput(RequestRefused.invalid(problems).message);
  let found = false;
  visit(document, {
    [Kind.STRING]: ({ value }) => {
      found ||= !isKeepable(value);
    },
  });
  return found ? badInput('a string of the query must not contain NUL characters or lone surrogates') : undefined;
}

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: ErrorCode.INVALID_QUERY, http: { status: 400 } } });
}
