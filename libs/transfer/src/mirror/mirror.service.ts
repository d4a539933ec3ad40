import { findCluster, inWriteLane, lockCluster, type ClusterRow } from '#cluster';
import type { Caller, Database, Transaction } from '#database';
import { idempotently, ok, read, refuse, write, type Outcome } from '#requests';
import {
  admissionSettingsOf,
  LOOKED_UP_KINDS,
  lookupsOf,
  readLookedUp,
  commit,
  Draft,
  type ClusterHead,
  observed,
  Sealer,
} from '#writes';
import { MirrorMerge } from './mirror-merge.js';
import type { MirrorReport } from './mirror-report.js';
import {
  findMirror,
  forgetListed,
  noteObservations,
  removeMirror,
  saveMirror,
  type StoredMirror,
} from './mirror.store.js';
import { observationTopic } from './observation-topic.js';
import { readBatch, type MirrorBatch } from './read-batch.js';

/** A batch of what happened in a real cluster. */
export interface MirrorRequest {
  /** Id or name. */
  readonly cluster: string;
  /** Drawn by the one who sends, each time it starts. */
  readonly stream: string;
  /** 0 begins a stream. */
  readonly sequence: number;
  /** Of batch 0: takes over from a mirror that is alive. */
  readonly takeOver?: boolean;
  /** The stream ends with this batch: another mirror may go on at once. */
  readonly ends?: boolean;
  /** How old the oldest change of the batch was when it was sent. */
  readonly behindMs?: number;
  /** What is followed, in words; of batch 0. */
  readonly source?: string;
  /** Of which decisions seen there the trace is stored; of batch 0. */
  readonly traces?: string;
  /** Changes of so long before a decision its scheduler may not have seen; of batch 0. */
  readonly windowMs?: number;
  /** An event on each line. */
  readonly body: AsyncIterable<Uint8Array | string>;
  /** Called when the answer is a repetition. */
  readonly onReplay?: () => void;
}

/** After this time without a batch another mirror may go on. */
const LAPSES_MS = 30_000;

/** What a scheduler has not seen yet, unless more or less is given: two seconds. */
const DEFAULT_WINDOW_MS = 2_000;

/** The operation that batches are remembered as. */
const OPERATION = 'mirrorCluster';

/**
 * Follows real clusters: what a mirror saw there becomes the state here, one revision a batch, each batch of a stream
 * once and in order.
 */
export class MirrorService {
  constructor(private readonly database: Database) {}

  async follow(caller: Caller, { body, ...request }: MirrorRequest): Promise<Outcome<MirrorReport>> {
    const { database } = this;
    const cluster = await read(database, caller, (tx) => findCluster(tx, request.cluster, 'inSight'));
    if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    const batch = await readBatch(body);
    if (batch.refused) return batch;
    const { stream, sequence, onReplay } = request;
    return idempotently(database, caller, {
      key: `${cluster.id} ${stream} ${sequence}`,
      operation: OPERATION,
      request: { digest: batch.value.digest },
      ...(onReplay && { onReplay }),
      run: (keep, deadline) =>
        inWriteLane(database, caller, { cluster: cluster.id, deadline }, () =>
          write(
            database,
            caller,
            async (tx) => {
              const taken = await this.#take(tx, { ...request, cluster: cluster.id }, batch.value);
              await keep(tx, taken);
              return taken;
            },
            { deadline },
          ),
        ),
    });
  }

  /** Ends it: the cluster stays as it is, and others may write to it again. */
  stop(caller: Caller, cluster: string): Promise<Outcome<object>> {
    const { database } = this;
    return idempotently(database, caller, {
      run: (_, deadline) =>
        inWriteLane(database, caller, { cluster, deadline }, () =>
          write(
            database,
            caller,
            async (tx): Promise<Outcome<object>> => {
              const locked = await lockCluster(tx, cluster);
              if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
              const { id, name, mirror } = locked.cluster;
              if (mirror === null) return refuse({ kind: 'ClusterNotFollowed', cluster: name });
              await removeMirror(tx, id);
              return ok({});
            },
            { deadline },
          ),
        ),
    });
  }

  async #take(
    tx: Transaction,
    request: Omit<MirrorRequest, 'body'>,
    batch: MirrorBatch,
  ): Promise<Outcome<MirrorReport>> {
    const locked = await lockCluster(tx, request.cluster);
    if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    const { cluster, head } = locked;
    const next = await nextMirror(tx, cluster, request);
    if (next.refused) return next;
    const sealer = Sealer.of(this.database);
    const draft = new Draft({ head, at: tx.at, sealer });
    const looked = await readLookedUp(tx, cluster.id, { kinds: LOOKED_UP_KINDS });
    const lookups = lookupsOf(looked, { settings: admissionSettingsOf(cluster), at: draft.at });
    const { listing } = next.value;
    const merge = new MirrorMerge({ tx, clusterId: cluster.id, draft, sealer, lookups, listing });
    await merge.merge(batch.events, batch.faults);
    const revision = await committed(tx, draft, head);
    await saveMirror(tx, cluster.id, { ...next.value, listing: merge.listing });
    const { observations } = merge;
    await noteObservations(tx, cluster.id, observations);
    // What a list says of pods that wait is judged when the list has ended.
    const isListed = listing.some((kind) => !merge.listing.includes(kind));
    if (observations.length > 0 || isListed) tx.notify(observationTopic(cluster.id), String(revision));
    const { stream, sequence } = request;
    return ok({ stream, sequence: String(sequence), revision: String(revision), ...merge.report() });
  }
}

/** Without a change there is no revision. */
async function committed(tx: Transaction, draft: Draft, head: ClusterHead): Promise<bigint> {
  if (draft.isEmpty) return head.revision;
  const moved = await commit(tx, observed(draft), { headHeld: true });
  return (moved ?? head).revision;
}

/** How what is seen is judged: as a batch says, or as before. */
function judging(
  given: Pick<MirrorRequest, 'traces' | 'windowMs'>,
  present: StoredMirror | undefined,
): Pick<StoredMirror, 'traces' | 'windowMs'> {
  const { traces = present?.traces ?? 'all', windowMs = present?.windowMs ?? DEFAULT_WINDOW_MS } = given;
  return { traces, windowMs };
}

/** The mirror as it is after the batch, or why the batch is not taken. */
async function nextMirror(
  tx: Transaction,
  cluster: ClusterRow,
  request: Omit<MirrorRequest, 'body'>,
): Promise<Outcome<StoredMirror>> {
  const { stream, sequence, behindMs = 0, takeOver = false, ends = false, source = '' } = request;
  const present = await findMirror(tx, cluster.id);
  const given = String(sequence);
  const isOwn = present?.stream === stream;
  if (isOwn && BigInt(sequence) !== present.sequence + 1n)
    return refuse({ kind: 'MirrorSequence', stream, given, expected: String(present.sequence + 1n) });
  const lapsesAt = ends ? tx.at : new Date(tx.at.getTime() + LAPSES_MS);
  const progress = { sequence: BigInt(sequence), lastAt: tx.at, lapsesAt, behindMs };
  if (isOwn) return ok({ ...present, ...progress });
  if (sequence !== 0) return refuse({ kind: 'MirrorSequence', stream, given });
  if (cluster.controllers !== 'none' || cluster.clock !== null)
    return refuse({ kind: 'ClusterHasControllers', cluster: cluster.name });
  if (present !== undefined && !takeOver && tx.at < present.lapsesAt) {
    const times = { lastAt: present.lastAt.toISOString(), lapsesAt: present.lapsesAt.toISOString() };
    return refuse({ kind: 'MirrorAlive', cluster: cluster.name, by: present.by, ...times });
  }
  await forgetListed(tx, cluster.id);
  const since = present?.since ?? tx.at;
  return ok({ stream, source, by: tx.caller.actor, since, listing: [], ...judging(request, present), ...progress });
}
