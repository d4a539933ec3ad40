import { definePlugin, type Cycle, type Plugin } from '#scheduler';
import type { StatusId } from '../../libs/scheduler/src/testing/index.js';
import type { Devices } from './devices.js';
import type { GpuSharing, GpuSharingArgs, Verdict } from './gpu-sharing.js';

/**
 * The package's plugin for the engine, without the thread that a service gives it: it is asked about the devices that
 * the experiment itself keeps.
 */
export function enginePlugin({ name, reach, filter, score }: GpuSharing, devices: Devices): Plugin<GpuSharingArgs> {
  return definePlugin<GpuSharingArgs>({
    name,
    filterReach: reach,
    scoreReach: reach,
    readArgs: (reader) => reader.rest() as unknown as GpuSharingArgs,
    filter(cycle) {
      const pod = podOf(cycle);
      const statuses = new Map<string, StatusId>();
      return (row) => {
        const answer = filter(pod, null, cycle.args, devices.of(row));
        if (answer === true) return 0;
        const key = typeof answer === 'string' ? answer : answer.code;
        const status = statuses.get(key) ?? statusOf(answer, cycle);
        statuses.set(key, status);
        return status;
      };
    },
    score(cycle) {
      const pod = podOf(cycle);
      return { kind: 'score', score: (row) => score(pod, null, cycle.args, devices.of(row)) };
    },
  });
}

function podOf({ pod }: Cycle<GpuSharingArgs>): { readonly requests: Readonly<Record<string, number>> } {
  return { requests: Object.fromEntries(pod.requests.map(({ name, amount }) => [name, amount])) };
}

function statusOf(answer: string | Verdict, cycle: Cycle<GpuSharingArgs>): StatusId {
  return typeof answer === 'string'
    ? cycle.status('Unschedulable', answer)
    : cycle.status(answer.code, ...answer.reasons);
}
