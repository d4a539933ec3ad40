import type { AttemptScope } from '../../attempt/index.js';
import type { Lasting } from '../../plugin.js';
import type { BoundPlugin } from '../../profile/index.js';
import type { Snapshot } from '../../snapshot/index.js';
import { StatusTable } from '../../evidence/index.js';
import { askPreFilter, type PreFilterAnswer } from '../asking/index.js';

/** So many answers are kept; each may know the pods of every domain. */
const MOST = 64;

/** An answer, and the position in the snapshot's movements up to which it followed them. */
interface Kept {
  readonly answer: PreFilterAnswer & Required<Pick<Lasting, 'follow'>>;
  seen: number;
}

/**
 * What PreFilter plugins that look at the whole cluster said of a pod, for as long as pods only come and go: for many
 * questions about nodes of one snapshot. A caller that changes a node otherwise asks without it.
 */
export class KeptPreFilters {
  /** Of all answers that are kept. */
  readonly statuses = new StatusTable();
  readonly #kept = new Map<string, Kept>();

  constructor(readonly snapshot: Snapshot) {}

  /** What the plugin says of the pod, whose JSON is `text`; the scope's statuses are these. */
  answer(bound: BoundPlugin, scope: AttemptScope, text: string): PreFilterAnswer {
    const key = `${bound.plugin.name} ${text}`;
    const known = this.#kept.get(key);
    if (known !== undefined && this.#follows(known)) return known.answer;
    this.#kept.delete(key);
    const answer = askPreFilter(bound, scope);
    if (isKept(bound, answer)) {
      if (this.#kept.size === MOST) this.#kept.clear();
      this.#kept.set(key, { answer, seen: this.snapshot.movements.end });
    }
    return answer;
  }

  /** Reports the movements since then; false where the answer must be prepared again. */
  #follows(kept: Kept): boolean {
    const { movements } = this.snapshot;
    const missed = movements.since(kept.seen);
    kept.seen = movements.end;
    return missed?.every(({ pod, row, step }) => kept.answer.follow(pod, row, step) !== 'prepare') ?? false;
  }
}

/** Others are asked again: they read the node alone, or what they read is not known. */
function isKept({ plugin }: BoundPlugin, answer: PreFilterAnswer): answer is Kept['answer'] {
  return plugin.source === undefined && plugin.filterReach === 'cluster' && 'follow' in answer;
}
