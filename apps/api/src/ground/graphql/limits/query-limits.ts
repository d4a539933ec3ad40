/** How much one query may ask for. */
export interface QueryLimits {
  /** Fields inside each other. */
  readonly depth: number;
  /** Fields that are given another name: the same work, many times. */
  readonly aliases: number;
  readonly rootFields: number;
  readonly directives: number;
  /** Objects that its pages can hold, all in all. */
  readonly nodes: number;
}

/**
 * The introspection query of graphql-js has depth 15 exactly. 50,000 objects are some seconds
 * of work and 100 MB of JSON.
 */
export const QUERY_LIMITS: QueryLimits = { depth: 15, aliases: 30, rootFields: 20, directives: 50, nodes: 50_000 };

/** Words of a query: names, braces, colons. Text beyond is not even parsed. */
export const MAX_TOKENS = 2_000;
