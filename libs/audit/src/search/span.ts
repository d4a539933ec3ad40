/** A stretch of time: `since` inclusive, `until` exclusive. */
export interface Span {
  readonly since?: Date;
  readonly until?: Date;
}
