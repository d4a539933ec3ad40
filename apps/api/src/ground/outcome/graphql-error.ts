import type { ErrorDescription } from './describe-refusal.js';

/** The body of an error at /graphql that no query was read for. */
export function graphqlError({ code, detail }: ErrorDescription, requestId: string): object {
  return { errors: [{ message: detail, extensions: { code, requestId } }] };
}
