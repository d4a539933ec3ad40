import { PluginProblem } from './plugin-problem.js';

/** After so many threads in a row that gave no answer a plugin is not asked for so long. */
const MOST_IN_A_ROW = 3;
const REST_MS = 30_000;

/** Keeps a plugin that never answers from costing every pod its whole budget. */
export class Circuit {
  #inARow = 0;
  #restsUntil = 0;
  #last = '';

  constructor(private readonly now: () => number) {}

  /** @throws PluginProblem while the plugin is not asked */
  check(): void {
    if (this.now() >= this.#restsUntil) return;
    throw new PluginProblem(
      `${this.#last} ${MOST_IN_A_ROW} times in a row: it is not asked for ${REST_MS / 1_000} seconds`,
    );
  }

  /** The plugin gave an answer, of any content. */
  answered(): void {
    this.#inARow = 0;
  }

  /** It gave none. Once it rested, one more failure is enough. */
  failed(how: string): void {
    this.#inARow += 1;
    this.#last = how;
    if (this.#inARow >= MOST_IN_A_ROW) this.#restsUntil = this.now() + REST_MS;
  }
}
