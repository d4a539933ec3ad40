import type { Movement } from '../../snapshot/index.js';
import { SKIP_ALWAYS, type Lasting, type Reach, type Touched } from '../../plugin.js';
import type { BoundPlugin } from '../../profile/index.js';

/** One plugin's answer for a class, kept as long as it holds. */
export class KeptAnswer<Answer extends object> {
  #answer: Answer | null = null;

  constructor(
    readonly bound: BoundPlugin,
    private readonly reach: Reach = 'cluster',
  ) {}

  /** Null: the plugin is to be asked. */
  get answer(): Answer | null {
    return this.#answer;
  }

  /** Keeps an answer. */
  keep(answer: Answer): void {
    this.#answer = answer;
  }

  /** Lets go of an answer that was for one attempt only. */
  endAttempt(): void {
    if (this.#answer !== null && !this.#lasts(this.#answer)) this.#answer = null;
  }

  /** Whether it follows pods. */
  get follows(): boolean {
    return this.#answer !== null && this.#answer !== SKIP_ALWAYS && (this.#answer as Lasting).follow !== undefined;
  }

  /** Whether it follows only pods with terms about other pods. */
  get followsAffinityOnly(): boolean {
    return (this.#answer as Lasting | null)?.followsAffinityOnly === true;
  }

  /** Tells it of pods, and tells what they touch; 'prepare' lets go of it. */
  follow(movements: readonly Movement[], tell: (touched: Exclude<Touched, 'prepare'>) => void): void {
    const follow = (this.#answer as Lasting | null)?.follow;
    if (follow === undefined) return;
    for (let at = 0; at < movements.length; at += 1) {
      const { pod, row, step } = movements[at] as Movement;
      const touched = follow(pod, row, step);
      if (touched === 'prepare') {
        this.#answer = null;
        return;
      }
      if (touched.length > 0) tell(touched);
    }
  }

  /** Lets go of it. */
  forget(): void {
    this.#answer = null;
  }

  /**
   * Lets go of it because some nodes changed; whether what it said of the others still holds: of plugins that read the
   * node alone. Others than those of this library may not keep to that.
   */
  nodesChanged(): boolean {
    const { answer } = this;
    this.#answer = null;
    return (
      answer !== null && (this.reach === 'static' || this.reach === 'node') && this.bound.plugin.source === undefined
    );
  }

  /**
   * A score that may depend on anything is not asked about nodes that are not feasible: it has
   * none for those that become so.
   */
  #lasts(answer: Lasting & { readonly kind?: string }): boolean {
    if (this.reach === 'static' || this.reach === 'node') return true;
    return answer.follow !== undefined && (answer.kind !== 'score' || this.reach !== 'cluster');
  }
}
