import type { Pod } from '#kubernetes';
import { isReady, readySince, restartsOf, sidecarRestartsOf } from '../../pods/index.js';
import { indexOf, isIndexed, type Job } from './job.js';

const PHASES: readonly (string | undefined)[] = ['Pending', 'Unknown', 'Running'];

/**
 * The pods that go: of an indexed job, those with no index that it has and all but one of each index; and others until
 * there are `count`. // as kubernetes v1.34 activePodsForRemoval
 */
export function victimsOf(job: Job, active: readonly Pod[], count: number): Pod[] {
  const { completions = 0 } = job.spec;
  const surplus = isIndexed(job) ? surplusOf(active, completions) : [];
  if (surplus.length >= count) return surplus;
  const gone = new Set(surplus);
  const others = active.filter((pod) => !gone.has(pod)).sort(compareActive);
  return [...surplus, ...others.slice(0, count - surplus.length)];
}

function surplusOf(active: readonly Pod[], completions: number): Pod[] {
  const byIndex = new Map<number, Pod[]>();
  const surplus: Pod[] = [];
  for (const pod of active) {
    const index = indexOf(pod);
    if (index === undefined || index >= completions) surplus.push(pod);
    else byIndex.set(index, [...(byIndex.get(index) ?? []), pod]);
  }
  for (const pods of byIndex.values()) surplus.push(...pods.sort(compareActive).slice(0, -1));
  return surplus;
}

/** What has come least far goes first. // as controller.ActivePods */
function compareActive(a: Pod, b: Pod): number {
  return (
    Number(isPlaced(a)) - Number(isPlaced(b)) ||
    PHASES.indexOf(a.status?.phase) - PHASES.indexOf(b.status?.phase) ||
    Number(isReady(a)) - Number(isReady(b)) ||
    compareTimes(readySince(a), readySince(b)) ||
    restartsOf(b) - restartsOf(a) ||
    sidecarRestartsOf(b) - sidecarRestartsOf(a) ||
    compareTimes(timeIn(a.metadata.creationTimestamp), timeIn(b.metadata.creationTimestamp))
  );
}

/** No time goes first, then the later one. */
function compareTimes(one = Infinity, other = Infinity): number {
  return one === other ? 0 : one > other ? -1 : 1;
}

function isPlaced({ spec }: Pod): boolean {
  return ((spec as { readonly nodeName?: string }).nodeName ?? '') !== '';
}

function timeIn(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
