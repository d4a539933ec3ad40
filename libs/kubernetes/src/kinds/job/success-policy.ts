import { checkNotNegative, type JudgedField } from '#apimachinery';
import { internalView } from '../../internals/index.js';

/** batch/v1 SuccessPolicy: which of the indexes suffice. */
export interface SuccessPolicy {
  /** Null where it is empty. */
  rules?: { succeededIndexes?: string; succeededCount?: number }[] | null;
}

/** What of the spec of its job a policy depends on. */
interface JobOfPolicy {
  completionMode?: string;
  completions?: number;
}

const MOST_RULES = 20;
const LONGEST_INDEXES = 64 * 1024;

/** // as API server v1.34 validateSuccessPolicy */
export function checkSuccessPolicy(spec: JobOfPolicy, policy: SuccessPolicy, at: JudgedField): void {
  const rules = policy.rules ?? [];
  if (spec.completionMode !== 'Indexed') {
    at.invalid(internalView(policy, 'SuccessPolicy'), 'requires indexed completion mode');
    return;
  }
  const completions = spec.completions ?? 0;
  const path = at.child('rules');
  if (rules.length === 0) path.required('at least one rules must be specified when the successPolicy is specified');
  if (rules.length > MOST_RULES) path.tooMany(rules.length, MOST_RULES);
  rules.forEach((rule, index) => checkRule(rule, completions, path.index(index)));
}

function checkRule(
  { succeededIndexes: indexes, succeededCount: count }: NonNullable<SuccessPolicy['rules']>[number],
  completions: number,
  at: JudgedField,
): void {
  if (count === undefined && indexes === undefined)
    at.required('at least one of succeededCount or succeededIndexes must be specified');
  const read = indexes === undefined ? undefined : readIndexes(indexes, completions);
  if (indexes !== undefined && indexes.length > LONGEST_INDEXES) at.child('succeededIndexes').tooLong(LONGEST_INDEXES);
  if (typeof read === 'string')
    at.child('succeededIndexes').invalid(indexes, `error parsing succeededIndexes: ${read}`);
  if (count === undefined) return;
  const path = at.child('succeededCount');
  const most = 'must be less than or equal to';
  checkNotNegative(count, path);
  if (count > completions) path.invalid(count, `${most} ${completions} (the number of specified completions)`);
  const total = typeof read === 'number' ? read : 0;
  if (indexes !== undefined && count > total)
    path.invalid(count, `${most} ${total} (the number of indexes in the specified succeededIndexes field)`);
}

/** How many indexes `1,3-5` names; or why it cannot be read. // as API server v1.34 validateIndexesFormat */
export function readIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last: number | undefined;
  for (const interval of text.split(',')) {
    const read = readInterval(interval, completions);
    if (typeof read === 'string') return read;
    const [from, to] = read;
    if (last !== undefined && last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    total += to - from + 1;
    last = to;
  }
  return total;
}

/** The first and the last index of `3-5`; or why it cannot be read. // as API server v1.34 parseIndexInterval */
export function readInterval(interval: string, completions: number): readonly [number, number] | string {
  const limits = interval.split('-');
  if (limits.length > 2) {
    const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return `the fragment ${JSON.stringify(interval)} ${rule}`;
  }
  const [first = '', second] = limits;
  const from = indexOf(first, completions);
  if (typeof from === 'string') return from;
  const to = second === undefined ? from : indexOf(second, completions);
  if (typeof to === 'string') return to;
  if (second !== undefined && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`;
  return [from, to];
}

function indexOf(text: string, completions: number): number | string {
  if (!/^[+-]?\d+$/.test(text)) return `cannot convert string to integer for index: ${JSON.stringify(text)}`;
  const index = Number(text);
  return index >= completions ? `too large index: ${JSON.stringify(text)}` : index;
}
