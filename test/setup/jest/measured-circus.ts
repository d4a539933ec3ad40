import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type TestFramework = (...of: readonly unknown[]) => Promise<object>;

const circus = createRequire(import.meta.url)('jest-circus/runner') as { readonly default: TestFramework };

/** What a file cost, as a reporter finds it in the result. */
export interface Measured {
  /** Of the worker and of the processes that it started and that have ended. */
  readonly processorSeconds?: number;
}

/** Runs the tests of a file as Jest does, and measures what that costs. */
export default function measuredCircus(...of: readonly unknown[]): Promise<object & Measured> {
  const before = processorSeconds();
  // Not awaited: the place of a failure that Jest prints would be here.
  return circus.default(...of).then((result) => {
    disableStorages();
    return { ...result, processorSeconds: processorSeconds() - before };
  });
}

/** The storages that were entered since they were disabled last. */
const entered = new Set<AsyncLocalStorage<unknown>>();

/**
 * Jest makes a storage for each file and leaves it enabled, so each promise of the worker would pass the storages of
 * all files before. One that is entered again is enabled again.
 */
function disableStorages(): void {
  for (const storage of entered) storage.disable();
  entered.clear();
}

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function entering(this: AsyncLocalStorage<unknown>, ...of: Parameters<typeof run>) {
  entered.add(this);
  return run.apply(this, of);
} as typeof run;

/** Seconds of processor time of this process so far and, where the system says it, of its children that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofEndedChildren();
}

/** Clock ticks a second in /proc: fixed in Linux for what programs see. */
const TICKS = 100;

function ofEndedChildren(): number {
  if (process.platform !== 'linux') return 0;
  // After the name, which may have anything in it, from field 3 on: 16 and 17 are the children's.
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) / TICKS;
}
