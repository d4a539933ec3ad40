import { z } from 'zod';
import { DEFAULT_RULES, type RouteRules } from '../http/index.js';

export const GRAPHQL_PATH = '/graphql';

/** What queries over HTTP bring: by POST in the body, by GET in parameters, which some clients repeat for logs. */
export const GRAPHQL_RULES: RouteRules = {
  ...DEFAULT_RULES,
  query: z.strictObject({
    query: z.string().optional(),
    operationName: z.string().optional(),
    variables: z.string().optional(),
    extensions: z.string().optional(),
  }),
  // Of a body, Apollo Server takes what GraphQL over HTTP names.
  fields: undefined,
};
