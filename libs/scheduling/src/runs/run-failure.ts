import { outageKind, type OutageKind } from '#database';

const OUTAGES: Readonly<Record<OutageKind, string>> = {
  timeout: 'the database took too long',
  cancelled: 'an administrator of the database cancelled a statement',
  contention: 'other transactions of the database were in the way',
  full: 'the disk of the database was full',
  away: 'the database was away',
};

/** What a run that failed says of the error: whether it is worth asking for again, and nothing of faults. */
export function failureOf(error: unknown): string {
  const kind = outageKind(error);
  return kind === undefined ? 'internal error' : OUTAGES[kind];
}
