/** Bytes that are no trace chunk or node set, or of a version that this reader does not know. */
export class TraceFormatError extends Error {
  constructor(why: string, options?: { readonly cause: unknown }) {
    super(`not a readable trace: ${why}`, options);
    this.name = 'TraceFormatError';
  }
}
