import { unanswered, type Answer, type Extender, type ExtenderQuestion, type Question } from '#scheduler';
import { whyNotAllowed, type AllowedHosts } from './allowed-hosts.js';
import { Undecodable } from './go-json.js';
import { ExtenderConnection, NotAnswered } from './post.js';
import { readAnswer } from './read-answer.js';
import { requestBody, type Manifests } from './request-body.js';

/** A call of an extender that has ended. */
export interface ExtenderCall {
  readonly verb: ExtenderQuestion['verb'];
  /** `failed`: there was no answer, or none that can be read; `refused`: its host may not be called. */
  readonly outcome: 'answered' | 'failed' | 'timeout' | 'refused';
  readonly seconds: number;
}

export interface ExtenderCallsOptions {
  readonly hosts?: AllowedHosts | undefined;
  readonly onCall?: ((call: ExtenderCall) => void) | undefined;
}

/** What a run asks with. */
export interface AskedFor {
  readonly manifests: Manifests;
  /** Nothing is bound: an extender that binds is not asked to. */
  readonly dryRun: boolean;
}

/** Connections beyond these are closed, those that were not used for longest first. */
const MOST_CONNECTIONS = 64;

/** Calls extenders for the runs of a process. */
export class ExtenderCalls {
  /** By all that a connection depends on; those used last stand last. */
  readonly #connections = new Map<string, ExtenderConnection>();

  constructor(private readonly options: ExtenderCallsOptions = {}) {}

  /** Answers questions that do not depend on each other: all are under way at once. */
  ask(questions: readonly Question[], asked: AskedFor): Promise<readonly Answer[]> {
    return Promise.all(questions.map((question) => this.#answer(question, asked)));
  }

  /** Closes what is open. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #answer(question: Question, { manifests, dryRun }: AskedFor): Promise<Answer> {
    if (question.kind !== 'extender') return unanswered(question);
    const { extender, verb } = question;
    if (verb === 'bind' && dryRun) return { verb, error: '' };
    const began = performance.now();
    const ended = (outcome: ExtenderCall['outcome']): void => {
      this.options.onCall?.({ verb, outcome, seconds: (performance.now() - began) / 1_000 });
    };
    const refused = whyNotAllowed(extender.urlPrefix, this.options.hosts ?? []);
    if (refused !== undefined) {
      ended('refused');
      return { failure: refused };
    }
    const body = await requestBody(question, manifests);
    try {
      const answer = readAnswer(question, await this.#connection(extender).post(extender[`${verb}Verb`], body));
      ended('answered');
      return answer;
    } catch (error) {
      if (!(error instanceof NotAnswered || error instanceof Undecodable)) throw error;
      ended(error instanceof NotAnswered ? error.outcome : 'failed');
      return { failure: error.message };
    }
  }

  #connection(extender: Extender): ExtenderConnection {
    const { urlPrefix, enableHTTPS, tlsConfig, httpTimeoutMs } = extender;
    const key = JSON.stringify([urlPrefix, enableHTTPS, tlsConfig, httpTimeoutMs]);
    const known = this.#connections.get(key) ?? new ExtenderConnection(extender);
    this.#connections.delete(key);
    this.#connections.set(key, known);
    const [oldest] = this.#connections;
    if (this.#connections.size > MOST_CONNECTIONS && oldest !== undefined) {
      oldest[1].close();
      this.#connections.delete(oldest[0]);
    }
    return known;
  }
}
