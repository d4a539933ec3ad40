import { dealCalls, type Call } from './deal-calls.js';
import type { Figures } from './engine-run.js';
import { quantile } from './quantile.js';
import type { ScheduledRun, Timed } from './service/bench-client.js';
import { BenchService } from './service/bench-service.js';
import { prepareCluster, scheduleNothing } from './service/prepare-cluster.js';
import { storedEvidence } from './service/stored-bytes.js';
import { measuredPods, workloadNodes, type Workload } from './workload.js';

/** What a run through the service came to; p50 and p99 are of its calls. */
export interface ServiceFigures extends Figures {
  readonly calls: number;
  /** Attempts: a pod that preempts is decided twice. */
  readonly decisions: number;
  /** What the service says its calls took, in sum. The rest of the time on the clock is HTTP and GraphQL. */
  readonly readMs: number;
  readonly decideMs: number;
  readonly writeMs: number;
}

export interface ServiceRunOptions {
  /** warm: the process has answered a call on this cluster before; cold: it was started for the call, and PostgreSQL with it. */
  readonly mode: 'warm' | 'cold';
  /** The measured pods are dealt out to so many calls. */
  readonly calls: number;
  /** No further call is made when this much is on the clock. */
  readonly seconds: number;
  /** Told what is done, and how far it is. */
  readonly progress: (phase: string, done: number, of: number) => void;
}

/** End to end: through the GraphQL mutation over HTTP, committed in PostgreSQL with complete traces. */
export function runService(workload: Workload, options: ServiceRunOptions): Promise<ServiceFigures> {
  return BenchService.with(async (service) => {
    options.progress('preparing', 0, 1);
    const { clusterId, waiting } = await prepareCluster(service.client, workload);
    const pods = measuredPods(workload);
    if (options.mode === 'warm') await scheduleNothing(service.client, clusterId);
    const before = await service.withDatabase(storedEvidence);
    const calls = await callAll(service, dealCalls({ clusterId, preemption: workload.preemption === true ? 'evict' : 'nominate', pods, calls: options.calls, waiting }), options);
    const after = await service.withDatabase(storedEvidence);
    const decisions = after.decisions - before.decisions;
    return { nodes: workloadNodes(workload).length, ...figuresOf(calls), decisions, bytesPerDecision: (after.bytes - before.bytes) / decisions };
  });
}

interface Done extends Timed<ScheduledRun> {
  readonly pods: number;
}

async function callAll(service: BenchService, calls: readonly Call[], { mode, seconds, progress }: ServiceRunOptions): Promise<Done[]> {
  const done: Done[] = [];
  let spentMs = 0;
  for (const { input, pods } of calls) {
    if (spentMs > seconds * 1000) break;
    progress('calling', done.length, calls.length);
    if (mode === 'cold') await service.restart();
    const { answer, ms } = await service.client.schedule(input);
    spentMs += ms;
    done.push({ answer, ms, pods });
  }
  return done;
}

function figuresOf(calls: readonly Done[]): Omit<ServiceFigures, 'nodes' | 'decisions' | 'bytesPerDecision'> {
  const sum = (value: (call: Done) => number): number => calls.reduce((total, call) => total + value(call), 0);
  const millis = calls.map(({ ms }) => ms);
  const pods = sum((call) => call.pods);
  return {
    pods, scheduled: sum(({ answer }) => answer.counts.scheduled), podsPerSecond: pods / (sum(({ ms }) => ms) / 1000),
    p50Ms: quantile(millis, 0.5), p99Ms: quantile(millis, 0.99), calls: calls.length,
    readMs: sum(({ answer }) => answer.durations.readMs), decideMs: sum(({ answer }) => answer.durations.decideMs), writeMs: sum(({ answer }) => answer.durations.writeMs),
  };
}
