import type { Transaction } from '#database';
import {
  findClusterById,
  headOfRow,
  refusedFollowed,
  traceBudgetOf,
  type ClusterRow,
  type TraceBudget,
} from '#cluster';
import { hasWholeSight, sightOf } from '#access';
import { ok, refuse, type Outcome } from '#requests';
import type { ClusterState, WarmCluster } from '#state';
import type { ForbiddenPods } from '../run-counts.js';
import type { ScheduleRequest } from '../schedule-request.js';
import { permittedPods } from './permitted-pods.js';
import { selectPods, unlessEmpty, type QueueSlice, type SliceRequest } from './pod-selection.js';
import type { QueuePosition } from './queued-pods.queries.js';
import type { QueuedPod } from './queued-pod.js';
import { RunProfiles } from './run-profiles.js';

/** What a part is read from, in statements that go along with the beginning of a transaction. */
export interface PartReading {
  readonly cluster: ClusterRow | undefined;
  readonly profiles: Outcome<RunProfiles>;
  readonly selected: Outcome<QueueSlice>;
  /** What was selected; nothing comes before the first part. */
  readonly slice: Pick<SliceRequest, 'after' | 'limit'>;
}

/** What a part is decided from. */
export interface ReadPart {
  readonly state: ClusterState;
  readonly profiles: RunProfiles;
  readonly traceBudget: TraceBudget;
  readonly pods: readonly QueuedPod[];
  /** Those between them that were left out. */
  readonly forbidden: ForbiddenPods;
  /** Where the next part begins; null when this is the last. */
  readonly next: QueuePosition | null;
}

/**
 * Reads the parts of one run. What the run began with serves all of them: the profiles, and how
 * much of its traces is stored.
 */
export class PartReader {
  #baseRevision = 0n;
  #profiles: RunProfiles | undefined;
  #traceBudget: TraceBudget | undefined;

  constructor(private readonly input: { readonly clusterId: string; readonly request: ScheduleRequest }) {}

  /** Of the cluster, as the first part saw it. */
  get baseRevision(): bigint {
    return this.#baseRevision;
  }

  /** Statements that do not wait for each other. `limit`: pods of the part at most. */
  async read(tx: Transaction, slice: PartReading['slice']): Promise<PartReading> {
    const { clusterId, request } = this.input;
    const [cluster, profiles, selected] = await Promise.all([
      findClusterById(tx, clusterId),
      this.#profilesOf(tx, slice.after),
      selectPods(tx, clusterId, request.pods, slice),
    ]);
    return { cluster, profiles, selected, slice };
  }

  /** The cluster as the reading saw it, caught up with; or why there is no such run. */
  async prepare(tx: Transaction, warm: WarmCluster, reading: PartReading): Promise<Outcome<ReadPart>> {
    const { cluster, profiles } = reading;
    const { after } = reading.slice;
    const { request } = this.input;
    if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    if (profiles.refused) return profiles;
    const followed = request.dryRun ? undefined : refusedFollowed(cluster);
    if (followed !== undefined) return refuse(followed);
    const head = headOfRow(cluster);
    await tx.notBefore(head.at);
    if (after === undefined) {
      this.#baseRevision = head.revision;
      const { baseRevision: given } = request;
      const current = String(head.revision);
      if (given !== undefined && given !== current) return refuse({ kind: 'RevisionConflict', given, current });
    }
    const selected = await this.#seen(tx, cluster, reading);
    const permitted = permittedPods(cluster, request, { selected, caller: tx.caller });
    const begun = after === undefined ? unlessEmpty(request, permitted) : permitted;
    if (begun.refused) return begun;
    const state = await warm.read(tx, head);
    this.#traceBudget ??= traceBudgetOf(cluster);
    const { pods, next, forbidden = {} } = begun.value;
    return ok({
      state,
      profiles: profiles.value,
      traceBudget: this.#traceBudget,
      pods,
      forbidden,
      next: next && { ...next, until: after?.until ?? state.head.position },
    });
  }

  /**
   * Pods were selected before the caller was known: for one that sees a part of the cluster they are selected again, as
   * neither the end of the queue nor the parts of a run may tell of others.
   */
  async #seen(tx: Transaction, cluster: ClusterRow, { selected, slice }: PartReading): Promise<Outcome<QueueSlice>> {
    const { pods } = this.input.request;
    const sight = sightOf(cluster);
    if ('names' in pods || hasWholeSight(sight)) return selected;
    return selectPods(tx, cluster.id, pods, { ...slice, sight });
  }

  /** As they are when the run begins: its later parts are decided by the same. */
  async #profilesOf(tx: Transaction, after: QueuePosition | undefined): Promise<Outcome<RunProfiles>> {
    if (this.#profiles !== undefined && after !== undefined) return ok(this.#profiles);
    const read = await RunProfiles.read(tx, this.input.clusterId, this.input.request.profile);
    if (!read.refused) this.#profiles = read.value;
    return read;
  }
}
