import type { Amounts } from '#kubernetes';
import { readUsage } from './quota.js';

/** Which quota had no room for an object, and for how much of it. */
export interface ExceededQuota {
  readonly quota: string;
  /** Of the resources that would have been over the limit. */
  readonly requested: Amounts;
}

/** The sentence of `quotaRefusal`, behind the API server's own beginning. */
const SENTENCE = /exceeded quota: ([^\s,]+), requested: (\S+), used: \S*, limited: \S*$/;

/** The same as numbers; undefined of a sentence that says something else. */
export function readExceededQuota(message: string): ExceededQuota | undefined {
  const [, quota, amounts] = SENTENCE.exec(message) ?? [];
  if (quota === undefined || amounts === undefined) return undefined;
  return { quota, requested: readUsage(amounts) };
}
