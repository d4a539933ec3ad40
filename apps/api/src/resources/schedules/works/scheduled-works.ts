import type { ClusterService } from '#cluster';
import type { Caller } from '#access';
import type { CheckpointService } from '#history';
import type { VerificationService } from '#integrity';
import type { ComparisonService } from '#questions';
import { joinRows, type ReportService } from '#reports';
import { ok, type Outcome } from '#requests';
import type { SchedulingService } from '#scheduling';
import type { Work, WorkContext, Worked, Works } from '#schedules';
import { answeredReport, ofAllClusters, requestOf } from '../../reports/index.js';
import { columnsOf } from './columns.js';
import { needOf, withWorkNeed } from './needs.js';
import { workedRows } from './worked.js';

/** What proves history. */
export class ProofWorks {
  constructor(
    readonly checkpoints: CheckpointService,
    readonly verification: VerificationService,
  ) {}
}

/** The services that do what schedules ask for. */
export interface WorkSources {
  readonly reports: ReportService;
  readonly clusters: ClusterService;
  readonly scheduling: SchedulingService;
  readonly proofs: ProofWorks;
  readonly comparisons: ComparisonService;
}

/** Placements that differ, of one comparison. */
const MOST_PLACEMENTS = 100_000;

/** What schedules do: what the operations of the API do, as the owner of the schedule. */
export class ScheduledWorks implements Works {
  readonly needOf = needOf;
  readonly columnsOf = columnsOf;

  constructor(private readonly sources: WorkSources) {}

  async does(owner: Caller, work: Work, context: WorkContext): Promise<Outcome<Worked>> {
    const caller = withWorkNeed(owner, work);
    if (work.kind === 'report') return this.#report(caller, work, context);
    if (work.kind === 'verification') return this.#verify(caller, work);
    const { cluster: named = '' } = work;
    const found = await this.sources.clusters.get(caller, { cluster: named });
    if (found.refused) return found;
    const cluster = { id: found.value.id, named };
    if (work.kind === 'run') return this.#run(caller, cluster, { work, context });
    if (work.kind === 'checkpoint') return this.#checkpoint(caller, cluster);
    return this.#compare(caller, cluster, { work, context });
  }

  async #report(caller: Caller, work: Work, { dueAt, period }: WorkContext): Promise<Outcome<Worked>> {
    const { report = '', cluster, buckets, by, namespace, resources, prices } = work;
    const times = period === null ? {} : period;
    const request = requestOf(report, {
      ...{ ...times, buckets, by, namespace, prices },
      ...(resources !== undefined && { resources: [...resources] }),
    });
    const parts =
      cluster === undefined
        ? await ofAllClusters(this.sources, caller, request)
        : await this.#ofOne(caller, cluster, request);
    if (parts.refused) return parts;
    const { head, columns } = await answeredReport(report, parts.value);
    const { columns: _, ...about } = head;
    return ok({
      columns,
      rows: await joinRows(parts.value.map((part) => part.rows)),
      head: { ...about, dueAt: dueAt.toISOString() },
      clusters: head.clusters.map(({ id }) => id),
    });
  }

  async #ofOne(caller: Caller, cluster: string, request: ReturnType<typeof requestOf>) {
    const found = await this.sources.reports.run(caller, { cluster }, request);
    return found.refused ? found : ok([found.value]);
  }

  /** Once, under the id of the result: a repetition finds the run that there is. */
  async #run(caller: Caller, cluster: Named, { work, context: { result } }: Asked): Promise<Outcome<Worked>> {
    const { namespace } = work;
    const pods = namespace === undefined ? {} : { namespace };
    const asked = { cluster: cluster.id, pods, allowEmpty: true, dryRun: false } as const;
    const how = { tieBreak: 'first', seed: 0n, preemption: 'nominate' } as const;
    const idempotency = { key: result, operation: 'schedule-work', request: { ...asked } };
    const run = await this.sources.scheduling.schedule(caller, { ...asked, ...how }, { wait: true, idempotency });
    if (run.refused) return run;
    const { id, state, revision, counts } = run.value;
    const { selected, scheduled, unschedulable, nominated, gated, skipped, error } = counts;
    const row = {
      ...{ cluster: cluster.named, run: id, state, revision, selected, scheduled },
      ...{ unschedulable, nominated, gated, skipped, error },
    };
    return ok(
      await workedRows(columnsOf(work), [row], { head: { work: 'run', cluster: cluster.id }, clusters: [cluster.id] }),
    );
  }

  async #checkpoint(caller: Caller, cluster: Named): Promise<Outcome<Worked>> {
    const made = await this.sources.proofs.checkpoints.create(caller, cluster.id);
    if (made.refused) return made;
    const { size, revision, at, root, note } = made.value;
    const row = { cluster: cluster.named, size, revision, at, root, note };
    const about = { head: { work: 'checkpoint', cluster: cluster.id }, clusters: [cluster.id] };
    return ok(await workedRows(columnsOf({ kind: 'checkpoint' }), [row], about));
  }

  async #verify(caller: Caller, work: Work): Promise<Outcome<Worked>> {
    const scope = await this.sources.proofs.verification.scope(caller, work.cluster);
    if (scope.refused) return scope;
    const found = await this.sources.proofs.verification.verify(
      caller,
      work.cluster === undefined ? {} : { cluster: work.cluster },
    );
    if (found.refused) return found;
    const { checks, holds, clusters, revisions, changes, decisions } = found.value;
    const rows = checks.map(({ name, holds: held, checked, violationCount, violations: [first] }) => ({
      ...{ check: name, holds: held, checked, violations: violationCount, first: first?.message ?? null },
    }));
    const head = { work: 'verification', holds, clusters, revisions, changes, decisions };
    const { cluster } = scope.value;
    return ok(await workedRows(columnsOf(work), rows, { head, clusters: cluster === null ? [] : [cluster] }));
  }

  async #compare(caller: Caller, cluster: Named, { work, context: { period } }: Asked): Promise<Outcome<Worked>> {
    const { profile, namespace } = work;
    const of =
      period === null
        ? { pods: namespace === undefined ? {} : { namespace } }
        : { since: period.from.toISOString(), until: period.to.toISOString() };
    const found = await this.sources.comparisons.compare(caller, {
      ...{ cluster: cluster.id, a: {}, b: profile === undefined ? {} : { profile }, of, limit: MOST_PLACEMENTS },
    });
    if (found.refused) return found;
    const { pods, placements, placementCount, sentence } = found.value;
    const rows = placements.map(({ pod, a, b }) => ({
      ...{ cluster: cluster.named, namespace: pod.namespace, pod: pod.name, outcomeBefore: a.outcome },
      ...{ nodeBefore: a.node, outcome: b.outcome, node: b.node, message: b.message },
    }));
    const head = { work: 'comparison', cluster: cluster.id, pods, placementCount, sentence };
    return ok(await workedRows(columnsOf(work), rows, { head, clusters: [cluster.id] }));
  }
}

/** A cluster by its id, and as the schedule names it. */
interface Named {
  readonly id: string;
  readonly named: string;
}

interface Asked {
  readonly work: Work;
  readonly context: WorkContext;
}
