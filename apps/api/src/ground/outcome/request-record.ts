/** What a request turned out to be, for the log and the metrics. */
export interface RequestRecord {
  /** The name that the table of permissions has for it; of a query, that of its first root field. */
  operation?: string;
  /** The cluster, as the caller named it. */
  cluster?: string;
  actor?: string;
  /** Code of the error that it is answered with. */
  code?: string;
  /** What the caller's program calls its query. */
  query?: string;
  /** Under which spans tell of it, where they are on. */
  traceId?: string;
}

const records = new WeakMap<object, RequestRecord>();

/** The one record of a request, on every face. */
export function recordOf(request: object): RequestRecord {
  const known = records.get(request);
  if (known !== undefined) return known;
  const record: RequestRecord = {};
  records.set(request, record);
  return record;
}
