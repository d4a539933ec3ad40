import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import {
  CONTROL_BYTES,
  ENDED,
  ENDING,
  ENDINGS,
  EXIT_CODE,
  IDLE,
  STATE,
  type Question,
  type Reply,
} from '../messages.js';
import type { KeeperMessage } from '../thread/keeper-thread.js';

/** What the heap of a plugin's thread may take, in MiB. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** So many plugins have a thread at a time; the one that was asked least lately gives its thread up. */
const MOST_THREADS = 16;

/** Keeps the threads of plugins on behalf of a thread that waits for them. */
export class PluginKeeper {
  #keeper: Worker | undefined;
  /** Those that were asked lately stand last. */
  readonly #threads = new Set<PluginThread>();
  #last = 0;

  /** A thread that imports the module; what it replies first is what the plugin is. */
  start(entry: string): PluginThread {
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    const control = new SharedArrayBuffer(CONTROL_BYTES);
    const id = ++this.#last;
    this.#send({ start: id, given: { entry, port: port2, control }, limits: LIMITS }, [port2]);
    const thread: PluginThread = new PluginThread(port1, new Int32Array(control), {
      used: () => {
        this.#threads.delete(thread);
        this.#threads.add(thread);
      },
      ended: () => {
        this.#threads.delete(thread);
        this.#send({ end: id });
      },
    });
    const [oldest] = this.#threads;
    if (this.#threads.size >= MOST_THREADS) oldest?.end();
    this.#threads.add(thread);
    return thread;
  }

  /** Ends all threads. */
  async stop(): Promise<void> {
    await this.#keeper?.terminate();
    this.#keeper = undefined;
  }

  #send(message: KeeperMessage, transfer: readonly MessagePort[] = []): void {
    this.#keeper ??= this.#started();
    this.#keeper.postMessage(message, transfer);
  }

  #started(): Worker {
    const keeper = new Worker(new URL('../thread/keeper-thread.js', import.meta.url));
    keeper.unref();
    keeper.once('exit', () => {
      if (this.#keeper === keeper) this.#keeper = undefined;
    });
    return keeper;
  }
}

/** What came of waiting for a reply: nothing, or how the thread ended, as a clause. */
export type Waited = Reply | { readonly kind: 'silent' } | { readonly kind: 'ended'; readonly how: string };

/** One thread of a plugin, asked by a thread that waits. */
export class PluginThread {
  #isEnded = false;

  constructor(
    private readonly port: MessagePort,
    private readonly control: Int32Array<SharedArrayBuffer>,
    private readonly reported: { readonly used: () => void; readonly ended: () => void },
  ) {}

  get isEnded(): boolean {
    return this.#isEnded;
  }

  ask(question: Question): void {
    this.reported.used();
    this.port.postMessage(question);
  }

  end(): void {
    this.#isEnded = true;
    this.port.close();
    this.reported.ended();
  }

  /** Does nothing else until there is a reply, the thread ends, or the time is over. */
  wait(timeoutMs: number): Waited {
    // The notification of a reply that was taken before it came may come now, and says nothing.
    while (Atomics.wait(this.control, STATE, IDLE, timeoutMs) === 'ok' && Atomics.load(this.control, STATE) === IDLE);
    const state = Atomics.load(this.control, STATE);
    if (state !== ENDED) Atomics.store(this.control, STATE, IDLE);
    // Who replied and ended has replied.
    const received: { readonly message: Reply } | undefined = receiveMessageOnPort(this.port);
    if (received !== undefined) return received.message;
    return state === ENDED ? { kind: 'ended', how: this.#ending() } : { kind: 'silent' };
  }

  #ending(): string {
    const ending = Atomics.load(this.control, ENDING);
    if (ending === ENDINGS.outOfMemory) return `took more than ${LIMITS.maxOldGenerationSizeMb} MiB of memory`;
    return ending === ENDINGS.failed ? 'ended its thread' : `ended its thread with code ${this.control[EXIT_CODE]}`;
  }
}
