/** One request of a campaign, as it goes out. */
export interface FuzzRequest {
  readonly face: 'rest' | 'kubernetes' | 'graphql';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}
