import { relative } from 'node:path';
import type { Measured } from './measured-circus.js';

interface TestFile {
  readonly path: string;
}

const SHOWN = 20;
const costs: { readonly path: string; readonly seconds: number }[] = [];

/** A reporter: keeps what each file costs until the run is over, when `slowestFiles` says it. */
export default class SlowestFiles {
  onTestResult({ path }: TestFile, { processorSeconds }: Measured): void {
    costs.push({ path: relative(process.cwd(), path), seconds: processorSeconds ?? 0 });
  }
}

/** The files that cost most, the costliest first, so that everyone sees what a change costs. */
export function slowestFiles(): string {
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  return slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}\n`).join('');
}
