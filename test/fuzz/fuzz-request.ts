/** One request of a campaign, as it goes out. */
export interface FuzzRequest {
  readonly face: 'rest' | 'kubernetes' | 'graphql';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The statuses that the published document has for it, `4XX` for all of those; empty where there is none. */
  readonly documented: readonly string[];
}
