import { readdirSync, statSync } from 'node:fs';

const DIST = new URL('../../../../../', import.meta.url);
const HERE = 'apps/api/src/boot/workers/';

/** What a scheduling thread runs: bundled, which is loaded in a third of the time, unless the bundle is out of date. */
export function workerModule(): URL {
  return new URL(`${HERE}${isBundled() ? 'bundled/' : ''}scheduling-worker.js`, DIST);
}

/** Whether there is a bundle, and nothing was compiled since it was made. A container has no marks of the compiler. */
export function isBundled(dist = DIST): boolean {
  const made = changed(new URL(`${HERE}bundled/scheduling-worker.js`, dist));
  if (made === undefined) return false;
  const projects = ['libs/', 'apps/'].flatMap((group) => {
    const folder = new URL(group, dist);
    return readdirSync(folder).map((name) => new URL(`${name}/tsconfig.tsbuildinfo`, folder));
  });
  return projects.every((mark) => (changed(mark) ?? 0) < made);
}

/** Milliseconds of the epoch. */
function changed(file: URL): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
