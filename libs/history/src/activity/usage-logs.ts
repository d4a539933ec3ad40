import type { Transaction } from '#database';
import { underMutex } from '#requests';
import { hashAt } from '#state';
import { UsageLog } from './usage-log.js';

/** The default limit of the memory of all logs in a process; one that alone takes more is not kept. */
const MEMORY_BYTES = 64 * 2 ** 20;

/** A log of more changes is read anew for each question, and takes no memory: most changes are one event. */
const MOST_CHANGES = 4_000_000;

/** The hash of the revision at its position: a database that was restored has another log at the same positions. */
interface Known {
  readonly log: UsageLog;
  readonly hash: string;
}

/** Which part of a log is asked about. */
interface Stretch {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** The usage of the clusters that were asked about last. What is past does not change: it is read once. */
export class UsageLogs {
  /** By their last uses. */
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly memoryBytes = MEMORY_BYTES,
    private readonly mostChanges = MOST_CHANGES,
  ) {}

  /**
   * A log that begins at `after` or before it and has been read to `upTo`; of a longer one than is kept, one that
   * begins there and is the caller's own.
   */
  at(tx: Transaction, clusterId: string, { after, upTo }: Stretch): Promise<{ log: UsageLog; isKept: boolean }> {
    return underMutex(this, clusterId, async () => {
      const known = await this.#valid(tx, clusterId, after);
      const begin = known?.begin ?? after;
      this.#known.delete(clusterId);
      if (upTo - begin > BigInt(this.mostChanges))
        return { log: await UsageLog.from(tx, clusterId, after), isKept: false };
      const log = known ?? (await UsageLog.from(tx, clusterId, after));
      // oxlint-disable-next-line no-unused-vars -- nothing is done between the batches
      for await (const _ of log.readOn(tx, upTo));
      this.#known.set(clusterId, { log, hash: await hashAt(tx, clusterId, log.position) });
      this.#makeRoom();
      return { log, isKept: true };
    });
  }

  async #valid(tx: Transaction, clusterId: string, after: bigint): Promise<UsageLog | undefined> {
    const known = this.#known.get(clusterId);
    // Of a position at which nothing was, the hash is empty, as it is where nothing is any more.
    if (known === undefined || known.hash === '' || known.log.begin > after) return undefined;
    return known.hash === (await hashAt(tx, clusterId, known.log.position)) ? known.log : undefined;
  }

  #makeRoom(): void {
    let bytes = [...this.#known.values()].reduce((sum, { log }) => sum + log.bytes, 0);
    for (const [clusterId, { log }] of this.#known) {
      if (bytes <= this.memoryBytes) return;
      this.#known.delete(clusterId);
      bytes -= log.bytes;
    }
  }
}
