import type { LoadedPlugin, Reply } from '../messages.js';
import { digestOf } from '../loading/index.js';
import { Circuit } from './circuit.js';
import { Facts } from './facts.js';
import type { PluginKeeper, PluginThread } from './plugin-keeper.js';
import { PluginProblem } from './plugin-problem.js';
import { questionOf, type Asked } from './question.js';

/** A module was imported before within this time; on a busy machine a thread takes a while to begin. */
const START_MS = 10_000;

/** How plugins are asked. */
export interface AskerOptions {
  /** What one attempt of one pod may take of a plugin's time, all questions together. */
  readonly budgetMs: number;
  /** Milliseconds that only go on. */
  readonly now: () => number;
}

/** Asks one plugin in a thread of its own, and waits. A thread that gives no answer is ended, and another one begun. */
export class PluginAsker {
  readonly #circuit: Circuit;
  #thread: PluginThread | undefined;
  #facts = new Facts();
  #leftMs: number;

  constructor(
    private readonly plugin: LoadedPlugin,
    private readonly keeper: PluginKeeper,
    private readonly options: AskerOptions,
  ) {
    this.#circuit = new Circuit(options.now);
    this.#leftMs = options.budgetMs;
  }

  /** Another pod, or the same once more: it may take the whole budget. */
  beginAttempt(): void {
    this.#leftMs = this.options.budgetMs;
  }

  /** The verdict of each row: 0, or what `status` makes of it. @throws PluginProblem */
  filter(asked: Asked, into: Uint32Array): void {
    const reply = this.#ask(asked);
    if (reply.kind !== 'filtered' || reply.verdicts.length !== asked.rows.length) throw new PluginProblem(NO_REPLY);
    const ids = reply.answers.map(({ code, reasons }) => asked.cycle.status(code, ...reasons));
    reply.verdicts.forEach((verdict, at) => {
      into[at] = verdict === 0 ? 0 : (ids[verdict - 1] ?? 0);
    });
  }

  /** The raw score of each row. @throws PluginProblem */
  score(asked: Asked, into: Float64Array): void {
    const reply = this.#ask(asked);
    if (reply.kind !== 'scored' || reply.scores.length !== asked.rows.length) throw new PluginProblem(NO_REPLY);
    into.set(reply.scores);
  }

  #ask(asked: Asked): Reply {
    this.#circuit.check();
    if (this.#thread?.isEnded === true) this.#thread = undefined;
    const thread = (this.#thread ??= this.#started());
    const begun = this.options.now();
    thread.ask(questionOf(asked, this.#facts, this.plugin.description));
    const waited = thread.wait(Math.max(0, this.#leftMs));
    this.#leftMs -= this.options.now() - begun;
    if (waited.kind === 'silent') throw this.#lost(`gave no answer within ${this.options.budgetMs} ms`);
    if (waited.kind === 'ended') throw this.#lost(waited.how);
    this.#circuit.answered();
    if (waited.kind === 'failed') throw new PluginProblem(waited.message);
    return waited;
  }

  #started(): PluginThread {
    if (digestOf(this.plugin.files) !== this.plugin.digest)
      throw new PluginProblem('has another source than when the service began: start it again');
    const thread = this.keeper.start(this.plugin.entry);
    this.#facts = new Facts();
    const waited = thread.wait(START_MS);
    if (waited.kind === 'ready') return thread;
    thread.end();
    const how =
      waited.kind === 'silent' ? `was not imported within ${START_MS / 1_000} s` : this.#failedToStart(waited);
    this.#circuit.failed(how);
    throw new PluginProblem(how);
  }

  #failedToStart(waited: Exclude<ReturnType<PluginThread['wait']>, { readonly kind: 'silent' }>): string {
    return waited.kind === 'ended' ? waited.how : waited.kind === 'failed' ? waited.message : NO_REPLY;
  }

  /** The next pod gets another thread. */
  #lost(how: string): PluginProblem {
    this.#thread?.end();
    this.#thread = undefined;
    this.#circuit.failed(how);
    return new PluginProblem(how);
  }
}

const NO_REPLY = 'replied with what is no reply';
