import type { Pod } from '#scheduler';
import type { ScheduleInput } from './service/bench-client.js';

export interface Dealing {
  readonly clusterId: string;
  readonly preemption: 'nominate' | 'evict';
  readonly pods: readonly Pod[];
  /** At least so many. */
  readonly calls: number;
  /** Other pods that are pending, and must stay so. */
  readonly waiting: number;
}

/** One call of `schedule`, and how many pods it is for. */
export interface Call {
  readonly input: ScheduleInput;
  readonly pods: number;
}

/** The limit that the API sets on the names in one call. */
const NAMES_PER_CALL = 10_000;

/** One call is for all pending pods; several, and one beside other pending pods, name theirs. */
export function dealCalls({ clusterId, preemption, pods, calls, waiting }: Dealing): Call[] {
  if (calls === 1 && waiting === 0) return [{ input: { clusterId, preemption }, pods: pods.length }];
  const size = Math.min(NAMES_PER_CALL, Math.ceil(pods.length / calls));
  return Array.from({ length: Math.ceil(pods.length / size) }, (_, index) => {
    const names = pods
      .slice(index * size, (index + 1) * size)
      .map(({ metadata }) => `${metadata?.namespace ?? 'default'}/${metadata?.name ?? ''}`);
    return { input: { clusterId, preemption, pods: { names } }, pods: names.length };
  });
}
