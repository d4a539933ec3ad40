/** A field that a step of admission set, where it is (RFC 6901), and what it is then; null where it was taken away. */
export interface SetField {
  readonly path: string;
  readonly value: unknown;
}

/** What one step of admission made of an object: the fields that it set, in order. */
export interface Mutation {
  /** That of the chain, which is that of the API server's plugin. */
  readonly step: string;
  readonly changes: readonly SetField[];
}

/** The JSON pointer (RFC 6901) of a field, by the names and indexes that lead to it. */
export function pointerOf(...path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
