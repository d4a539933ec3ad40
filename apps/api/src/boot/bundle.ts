import { readdirSync, statSync } from 'node:fs';

const DIST = new URL('../../../../', import.meta.url);
const BUNDLES = 'apps/api/src/boot/bundles/';

/** What a process and its threads begin with: modules below dist. */
export const PROGRAMS = {
  service: 'apps/api/src/serve.js',
  worker: 'apps/api/src/boot/workers/scheduling-worker.js',
} as const;

type Program = keyof typeof PROGRAMS;

/** The module of a program: bundled, which loads faster than its thousands of modules, unless that is out of date. */
export function moduleOf(program: Program): URL {
  return new URL(isBundled() ? bundleOf(program) : PROGRAMS[program], DIST);
}

/** Whether all are bundled, and nothing was compiled since. A container has no marks of the compiler. */
export function isBundled(dist = DIST): boolean {
  const made = (Object.keys(PROGRAMS) as Program[]).map((program) => changed(new URL(bundleOf(program), dist)));
  const oldest = Math.min(...made.map((at) => at ?? -Infinity));
  if (oldest === -Infinity) return false;
  const projects = ['libs/', 'apps/'].flatMap((group) => {
    const folder = new URL(group, dist);
    return readdirSync(folder).map((name) => new URL(`${name}/tsconfig.tsbuildinfo`, folder));
  });
  return projects.every((mark) => (changed(mark) ?? 0) < oldest);
}

/** Below dist. */
export function bundleOf(program: Program): string {
  return `${BUNDLES}${program}/${program}.js`;
}

/** Milliseconds of the epoch. */
function changed(file: URL): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
