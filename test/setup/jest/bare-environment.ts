import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { seedOfCases } from '#test-cases';
import { noteBegun, noteKey, noteLate } from '#test-run';

/** What a spec may set in its worker, and the next one must not find. */
interface Ground {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly exit: typeof process.exit;
  readonly console: Console;
}

// Most functions of a run are called in a few tests, and gain nothing by being optimized. At eight times the budget of
// V8 a run takes some 5 % less processor time.
setFlagsFromString('--interrupt-budget=528000');

/** The file of this worker, or the last one. */
let file = '';

// jest-circus takes these while a test runs and gives them back: what comes between two files would end the worker.
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error: unknown) => {
    noteLate(file, error);
  });

/**
 * The environment of a spec: the worker's own globals, and no VM context. Modules are loaded once a worker, as Node
 * loads them, and no context slows computing. What Jest itself sets, environment variables and the working folder are
 * put back after each file; what modules keep stays, as it does in a service.
 */
export default class BareEnvironment {
  readonly global = globalThis;
  readonly #ground: Ground = { env: { ...process.env }, folder: process.cwd(), exit: process.exit, console };

  constructor(_config: unknown, { testPath }: { readonly testPath: string }) {
    file = testPath;
  }

  setup(): Promise<void> {
    noteBegun(file);
    Error.stackTraceLimit = 100;
    subscribe('berth.key.made', noteMade);
    fc.configureGlobal({ seed: seedOfCases() });
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    unsubscribe('berth.key.made', noteMade);
    const { env, folder, exit, console: before } = this.#ground;
    for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    if (process.cwd() !== folder) process.chdir(folder);
    process.exit = exit;
    globalThis.console = before;
    return Promise.resolve();
  }

  /** None: what Jest does in a context, such as coverage, is not done. */
  getVmContext(): null {
    return null;
  }

  exportConditions(): readonly string[] {
    return ['node', 'node-addons'];
  }
}

/** Notes every key for the search at the end of the run: no spec has to say that it made one. */
function noteMade(hash: unknown): void {
  noteKey((hash as Buffer).toString('hex'));
}
