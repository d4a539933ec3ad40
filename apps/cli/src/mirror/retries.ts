import { KubeError } from './kube/kube-client.js';

/** What trying again needs. */
interface RetriesOptions {
  readonly kind: { readonly plural: string };
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** After so many failures in a row it gives up; absent: it never does. */
  readonly mostFailures?: number | undefined;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** Pauses that grow with each failure in a row; the same failure is said once. */
export class Retries {
  #retryMs = FIRST_RETRY_MS;
  #said = '';

  constructor(private readonly options: RetriesOptions) {}

  /** Does it until it succeeds, or fails for good. */
  async until<T>(work: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
    const { signal, mostFailures = Infinity } = this.options;
    for (let failures = 1; ; failures += 1) {
      try {
        const done = await work();
        this.succeeded();
        return done;
      } catch (error) {
        signal.throwIfAborted();
        if (isFinal(error) || failures >= mostFailures) throw error;
        await this.failed(error);
        signal.throwIfAborted();
      }
    }
  }

  succeeded(): void {
    this.#retryMs = FIRST_RETRY_MS;
    this.#said = '';
  }

  /** Says it, and resolves when it may be tried again. */
  async failed(error: unknown): Promise<void> {
    const { kind, tell } = this.options;
    const { message } = error as Error;
    if (message !== this.#said) tell(`${kind.plural}: ${message}; trying again`);
    this.#said = message;
    await this.pause(error instanceof KubeError ? error.retryAfterMs : 0);
  }

  /** Resolves after a pause, which is at least as long as was asked for. */
  async pause(leastMs = 0): Promise<void> {
    const own = this.#retryMs * (0.5 + Math.random() / 2);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    await this.options.pause(Math.max(own, leastMs));
  }
}
