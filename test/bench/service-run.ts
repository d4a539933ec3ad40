import { dealCalls, type Call } from './deal-calls.js';
import type { Figures } from './engine-run.js';
import { quantile } from './quantile.js';
import type { ScheduledRun, Timed } from './service/bench-client.js';
import { BenchService } from './service/bench-service.js';
import { prepareCluster, rehearse, scheduleNothing } from './service/prepare-cluster.js';
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
  /**
   * warm: the service has the cluster's state in memory; cold: it has to read it from PostgreSQL, which was started for
   * the call, as the service was.
   */
  readonly mode: 'warm' | 'cold';
  /** The measured pods are dealt out to so many calls. */
  readonly calls: number;
  /** No further call is made when this much is on the clock. */
  readonly seconds: number;
  /** Called with what is done, and how far it is. */
  readonly progress: (phase: string, done: number, of: number) => void;
}

/** So often the service decides the workload off the clock before it is measured. */
const REHEARSALS = 2;

/** End to end: through the GraphQL mutation over HTTP, committed in PostgreSQL with complete traces. */
export function runService(workload: Workload, options: ServiceRunOptions): Promise<ServiceFigures> {
  return BenchService.with(async (service) => {
    options.progress('preparing', 0, 1);
    const { clusterId, waiting } = await prepareCluster(service.client, workload);
    const pods = measuredPods(workload);
    if (options.mode === 'warm') {
      await rehearse(service.client, workload, REHEARSALS);
      await scheduleNothing(service.client, clusterId);
    }
    const calls = await callAll(
      service,
      {
        workload,
        calls: dealCalls({
          clusterId,
          preemption: workload.preemption === true ? 'evict' : 'nominate',
          pods,
          calls: options.calls,
          waiting,
        }),
      },
      options,
    );
    const sum = (value: (call: Done) => number): number => calls.reduce((total, call) => total + value(call), 0);
    const decisions = sum((call) => call.decisions);
    return {
      nodes: workloadNodes(workload).length,
      ...figuresOf(calls),
      decisions,
      bytesPerDecision: sum((call) => call.bytes) / decisions,
    };
  });
}

interface Done extends Timed<ScheduledRun> {
  readonly pods: number;
  /** What the call added. */
  readonly decisions: number;
  readonly bytes: number;
}

interface Calls {
  readonly workload: Workload;
  readonly calls: readonly Call[];
}

async function callAll(
  service: BenchService,
  { workload, calls }: Calls,
  { mode, seconds, progress }: ServiceRunOptions,
): Promise<Done[]> {
  const done: Done[] = [];
  let spentMs = 0;
  for (const { input, pods } of calls) {
    if (spentMs > seconds * 1000) break;
    progress('calling', done.length, calls.length);
    if (mode === 'cold') {
      await service.restart();
      await rehearse(service.client, workload, REHEARSALS);
    }
    const before = await service.withDatabase(storedEvidence);
    const { answer, ms } = await service.client.schedule(input);
    const after = await service.withDatabase(storedEvidence);
    spentMs += ms;
    done.push({ answer, ms, pods, decisions: after.decisions - before.decisions, bytes: after.bytes - before.bytes });
  }
  return done;
}

function figuresOf(calls: readonly Done[]): Omit<ServiceFigures, 'nodes' | 'decisions' | 'bytesPerDecision'> {
  const sum = (value: (call: Done) => number): number => calls.reduce((total, call) => total + value(call), 0);
  const millis = calls.map(({ ms }) => ms);
  const pods = sum((call) => call.pods);
  return {
    pods,
    scheduled: sum(({ answer }) => answer.counts.scheduled),
    podsPerSecond: pods / (sum(({ ms }) => ms) / 1000),
    p50Ms: quantile(millis, 0.5),
    p99Ms: quantile(millis, 0.99),
    calls: calls.length,
    readMs: sum(({ answer }) => answer.durations.readMs),
    decideMs: sum(({ answer }) => answer.durations.decideMs),
    writeMs: sum(({ answer }) => answer.durations.writeMs),
  };
}
