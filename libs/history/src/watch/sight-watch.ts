import { accessVersion } from '#access';
import { findClusterById, type ClusterRow } from '#cluster';
import { read, refusalBehind, type Refusal } from '#requests';
import { isSystem, type Caller, type Transactions } from '#database';

/** That a reader sees of a cluster what they saw when they began to follow it. */
export interface KeptSight {
  /** Aborted once that is not so any more. */
  readonly lost: AbortSignal;
  /** Why; undefined as long as it is so. */
  readonly loss: () => Refusal | undefined;
  /** Ends the watch: the caller does not wait for it any more. */
  readonly release: () => void;
}

interface Reader {
  readonly caller: Caller;
  readonly clusterId: string;
  /** What they see, as text. */
  readonly sight: string;
  readonly textOf: (cluster: ClusterRow) => string;
  readonly losing: AbortController;
  /** The access that it was last compared at. */
  version: string | undefined;
  loss?: Refusal;
}

/** How often access is looked at while there are readers. */
const LOOK_MS = 1_500;

/**
 * Ends what was opened with a visibility that its reader no longer has: because a grant was revoked, or given; because
 * a namespace went to another team. One statement says that nothing has changed, for any number of readers.
 */
export class SightWatch {
  readonly #readers = new Set<Reader>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(
    private readonly database: Transactions,
    private readonly lookout: Caller,
  ) {}

  /** Looks after what a caller sees of a cluster, as it was found for them; `also`: of what else they are shown. */
  keep(caller: Caller, cluster: ClusterRow, also: (cluster: ClusterRow) => string = nothing): KeptSight {
    const losing = new AbortController();
    const textOf = (row: ClusterRow): string => sightText(row) + also(row);
    const sight = textOf(cluster);
    const reader: Reader = { caller, clusterId: cluster.id, sight, textOf, losing, version: undefined };
    // The service itself sees everything for good.
    if (!isSystem(caller)) this.#readers.add(reader);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    return {
      lost: losing.signal,
      loss: () => reader.loss,
      release: () => {
        this.#release(reader);
      },
    };
  }

  #release(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const version = await read(this.database, this.lookout, accessVersion);
      // Those who came since the last look are compared as well: access may have changed while they were let in.
      const behind = [...this.#readers].filter((reader) => reader.version !== version);
      const answers = new Map<string, Promise<Refusal | undefined>>();
      for (const reader of behind) {
        const { caller, clusterId, sight } = reader;
        const alike = JSON.stringify([clusterId, sight, caller.team, caller.roles, caller.only, caller.need]);
        const answer = answers.get(alike) ?? this.#lossOf(reader);
        answers.set(alike, answer);
        const loss = await answer;
        reader.version = version;
        if (loss === undefined || !this.#readers.has(reader)) continue;
        reader.loss = loss;
        reader.losing.abort();
      }
    } catch {
      // The database is away: reads report it, and the next look is soon.
    } finally {
      this.#looking = false;
    }
  }

  /** Why a reader is not to go on; undefined while they see what they saw. */
  async #lossOf({ caller, clusterId, sight, textOf }: Reader): Promise<Refusal | undefined> {
    try {
      const cluster = await read(this.database, caller, (tx) => findClusterById(tx, clusterId));
      if (cluster === undefined) return { kind: 'ClusterNotFound', cluster: clusterId };
      return textOf(cluster) === sight ? undefined : { kind: 'SightChanged', cluster: clusterId };
    } catch (error) {
      const refusal = refusalBehind(error);
      if (refusal?.kind === 'Forbidden') return refusal;
      throw error;
    }
  }
}

function sightText({ sight, sight_namespaces: namespaces }: ClusterRow): string {
  return JSON.stringify([sight, [...namespaces].sort()]);
}

function nothing(): string {
  return '';
}
