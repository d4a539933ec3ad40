import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ThreadSample } from './thread-probe.js';

const MEBIBYTE = 2 ** 20;

/** What a process takes of the machine. */
export interface ProcessSample {
  /** Since the watch began. */
  readonly seconds: number;
  readonly rssMebibytes: number;
  /** Most so far, as the kernel counted it. */
  readonly peakMebibytes: number;
  readonly files: number;
  readonly sockets: number;
  readonly osThreads: number;
}

/** Samples a process, and reads what its threads say of themselves. Linux only. */
export class WatchedProcess {
  readonly samples: ProcessSample[] = [];
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    private readonly probeFile: string,
    periodMs = 1_000,
  ) {
    this.#timer = setInterval(() => {
      this.samples.push(this.sample());
    }, periodMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  sample(): ProcessSample {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    const targets = openFiles(this.pid);
    return {
      seconds: (performance.now() - this.#begun) / 1_000,
      rssMebibytes: field('VmRSS') / 1_024,
      peakMebibytes: field('VmHWM') / 1_024,
      files: targets.length,
      sockets: targets.filter((target) => target.startsWith('socket:')).length,
      osThreads: field('Threads'),
    };
  }

  /** The last sample of each thread, by thread. */
  threads(): readonly ThreadSample[] {
    const last = new Map<number, ThreadSample>();
    for (const sample of this.threadSamples()) last.set(sample.thread, sample);
    return [...last.values()].sort((a, b) => a.thread - b.thread);
  }

  threadSamples(): readonly ThreadSample[] {
    const lines = readFileSync(this.probeFile, 'utf8').trim().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ThreadSample);
  }
}

function openFiles(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

/** A line on what the threads take, in MiB. */
export function inWords(threads: readonly ThreadSample[]): string {
  const mebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(0);
  return threads
    .map(
      ({ thread, heapUsed, heapTotal, external, lagMs }) =>
        `${thread === 0 ? 'main' : `thread ${thread}`} heap ${mebibytes(heapUsed)}/${mebibytes(heapTotal)} ` +
        `external ${mebibytes(external)} lag ${lagMs.toFixed(0)} ms`,
    )
    .join(' | ');
}
