import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import { uidOf } from '../../state/index.js';
import { parseSpan } from './span.js';

const PREFIX = 'kubelet.model/';
const INDEX = 'batch.kubernetes.io/job-completion-index';

/** Finds the setting of a key for a pod on a node. */
export type KubeletDefaults = (key: string) => string | undefined;

/** What a container would do. Durations are in milliseconds. */
export interface ContainerSettings {
  /** From the start of its nth run, from 0, to its end by itself; undefined: it never ends. */
  readonly runFor: (run: number) => number | undefined;
  /** From that start to ready; undefined: never. */
  readonly readyAfter: (run: number) => number | undefined;
  /** The exit code of its nth run, from 0. */
  readonly exitCode: (run: number) => number;
}

/** What a pod would do, by its annotations. */
export interface PodSettings {
  readonly hold: boolean;
  readonly startAfter: number;
  readonly stopAfter: number;
  /** Its containers never start, and wait for this reason. */
  readonly waiting: string | undefined;
  /** Annotations that cannot be read: they count as absent. */
  readonly faults: readonly string[];
  readonly container: (name: string, isInit: boolean) => ContainerSettings;
}

const NO_DEFAULTS: KubeletDefaults = () => undefined;

/** Reads the annotations `kubelet.model/...` of a pod; where they say nothing the defaults of its cluster hold. */
export function settingsOf(pod: Pod, defaults: KubeletDefaults = NO_DEFAULTS): PodSettings {
  const { annotations } = pod.metadata;
  const faults: string[] = [];
  const read = (key: string): string | undefined => ownField(annotations, `${PREFIX}${key}`) ?? defaults(key);
  // What is drawn follows from the pod: it is the same whenever it is read, and in a fork.
  const drawn = (key: string, of = ''): number | undefined => {
    const text = read(key);
    const span = text === undefined ? undefined : parseSpan(text);
    if (text !== undefined && span === undefined) faults.push(`${PREFIX}${key}: "${text}" is no duration`);
    return span?.(`${uidOf(pod)} ${key} ${of}`);
  };
  const settings = {
    hold: read('hold') === 'true',
    startAfter: drawn('start-after') ?? 0,
    stopAfter: drawn('stop-after') ?? 0,
    waiting: read('waiting') || undefined,
    faults,
    container: (name: string, isInit: boolean): ContainerSettings => {
      const of = <Value>(key: string, take: (key: string) => Value | undefined): Value | undefined =>
        take(`${key}.${name}`) ?? (isInit ? undefined : take(key));
      const isNeverReady = of('ready', read) === 'false';
      return {
        runFor: (run) => of('run-for', (key) => drawn(key, `${name} ${run}`)) ?? (isInit ? 0 : undefined),
        readyAfter: (run) =>
          isNeverReady ? undefined : (of('ready-after', (key) => drawn(key, `${name} ${run}`)) ?? 0),
        exitCode: (run) => exitCodeOf((key) => of(key, read), { run, index: ownField(annotations, INDEX) }),
      };
    },
  };
  for (const key of ['run-for', 'ready-after']) drawn(key);
  return settings;
}

/** By the index in its Job, by the run, or always the same. What is no exit code counts 0. */
function exitCodeOf(
  read: (key: string) => string | undefined,
  { run, index }: { readonly run: number; readonly index: string | undefined },
): number {
  const byIndex = index === undefined ? undefined : read('exit-code-by-index')?.split(',')[Number(index)];
  const runs = read('exit-codes')?.split(',');
  const text = byIndex ?? runs?.[Math.min(run, runs.length - 1)] ?? read('exit-code') ?? '0';
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
}
