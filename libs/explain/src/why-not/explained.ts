import type { Status } from '#scheduler';
import { causesOf, type Cause } from '../explainers/index.js';
import { Pair, type PairInput } from '../pair/index.js';

/** A filter that fails, and what that comes from. */
export interface Explained {
  readonly status: Status;
  readonly causes: readonly Cause[];
}

/** All that is in the way of a pair. */
export function explain(pair: Pair): readonly Explained[] {
  const { status, failures } = pair.answer();
  return withOwn(failures, status).map((failure) => ({ status: failure, causes: causesOf(pair, failure) }));
}

/** The same in words. */
export function causesAt(input: PairInput): readonly string[] {
  const texts = explain(new Pair(input)).flatMap(({ causes }) => causes.map(({ text }) => text));
  return [...new Set(texts)];
}

/** Nominated pods and node lists can turn a node down that every filter alone would take. */
function withOwn(failures: readonly Status[], status: Status | null): readonly Status[] {
  const isThere = status === null || failures.some(({ plugin }) => plugin === status.plugin);
  return isThere || (status.plugin === null && failures.length > 0) ? failures : [status, ...failures];
}
