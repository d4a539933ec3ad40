import type { ControllerContext } from '../../engine/index.js';
import { uidOf } from '../../state/index.js';
import type { DaemonSet } from './daemon-set.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 15 * 60 * 1_000;

/** When a failed pod of a node was replaced last, and how long the next one stays. */
interface Backoff {
  readonly at: number;
  readonly ms: number;
}

/** Failed pods of one template on one node are replaced after a second, two, four, up to 15 minutes. */
export class FailedPods {
  constructor(private readonly context: ControllerContext) {}

  /**
   * Whether a pod that failed goes now; otherwise its set is looked at again after the whole wait, as upstream does,
   * not after what is left of it. // as kubernetes v1.34 podsShouldBeOnNode, failedPodsBackoffKey
   */
  mayGo(key: string, set: DaemonSet, node: string): boolean {
    const { memory, now } = this.context;
    const name = `failed ${uidOf(set)} ${set.status?.observedGeneration ?? 0} ${node}`;
    const known = memory.get(name) as Backoff | undefined;
    if (known !== undefined && now - known.at < known.ms) {
      this.context.wakeBy(key, now + known.ms);
      return false;
    }
    const isLongAgo = known === undefined || now - known.at > 2 * LONGEST_MS;
    memory.set(name, { at: now, ms: isLongAgo ? FIRST_MS : Math.min(2 * known.ms, LONGEST_MS) } satisfies Backoff);
    return true;
  }

  /** The set is gone. */
  forget(uid: string): void {
    for (const name of [...this.context.memory.keys()])
      if (name.startsWith(`failed ${uid} `)) this.context.memory.delete(name);
  }
}
