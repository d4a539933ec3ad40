import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import { uidOf } from '../../state/index.js';
import { nextOf, seenRun, startedRun, tick, type ContainerRun, type SeenContainer } from './container-run.js';
import type { ContainerSettings, PodSettings } from './settings.js';

/** A pod as its kubelet knows it; times in milliseconds since 1970. JSON. */
export interface PodRun {
  readonly uid: string;
  /** When the kubelet saw it first. */
  readonly seenAt: number;
  /** When its first container started. */
  readonly startedAt?: number;
  /** When its containers beside those for its initialization started. */
  readonly appsAt?: number;
  /** When it was seen to be deleted. */
  readonly deletedAt?: number;
  readonly containers: Readonly<Record<string, ContainerRun>>;
}

/** A pod as its kubelet sees it first: one that ran before, in a cluster without a clock or in another one, goes on. */
export function firstSeen(pod: Pod, now: number): PodRun {
  const {
    containerStatuses = [],
    initContainerStatuses = [],
    startTime = '',
  } = (pod.status ?? {}) as {
    readonly containerStatuses?: readonly (SeenContainer & { readonly name?: string })[];
    readonly initContainerStatuses?: readonly (SeenContainer & { readonly name?: string })[];
    readonly startTime?: string;
  };
  const runs = (given: typeof containerStatuses): (readonly [string, ContainerRun])[] =>
    given.flatMap((one) => {
      const run = seenRun(one);
      return run === undefined ? [] : [[one.name ?? '', run] as const];
    });
  const [init, apps] = [runs(initContainerStatuses), runs(containerStatuses)];
  const fresh = { uid: uidOf(pod), seenAt: now, containers: {} };
  const starts = [...init, ...apps].map(([, { last, startedAt }]) => Math.min(startedAt, last?.startedAt ?? startedAt));
  if (starts.length === 0) return fresh;
  const startedAt = Math.min(...starts);
  const seenAt = Date.parse(startTime);
  return {
    ...fresh,
    seenAt: Number.isNaN(seenAt) ? startedAt : seenAt,
    startedAt,
    ...(apps.length > 0 && { appsAt: Math.min(...apps.map(([, run]) => run.startedAt)) }),
    containers: Object.fromEntries([...init, ...apps]),
  };
}

/** A container of a pod's spec, as far as its kubelet is modelled. */
export interface SpecContainer {
  readonly name: string;
  readonly image: string;
  readonly isInit: boolean;
  /** It starts with the initialization, and stays. */
  readonly isSidecar: boolean;
  readonly resources: Resources;
}

interface Resources {
  readonly requests?: Readonly<Record<string, unknown>>;
}

interface GivenContainer {
  readonly name?: string;
  readonly image?: string;
  readonly restartPolicy?: string;
  readonly resources?: Resources;
}

export function containersOf({ spec }: Pod): readonly SpecContainer[] {
  const { initContainers = [], containers = [] } = spec as {
    readonly initContainers?: readonly GivenContainer[];
    readonly containers?: readonly GivenContainer[];
  };
  const read = ({ name = '', image = '', ...given }: GivenContainer, isInit: boolean): SpecContainer => {
    const { restartPolicy, resources = {} } = given;
    return { name, image, isInit, isSidecar: isInit && restartPolicy === 'Always', resources };
  };
  return [...initContainers.map((one) => read(one, true)), ...containers.map((one) => read(one, false))];
}

/** What a pod has come to. */
export type Outcome = 'waits' | 'goes on' | 'Succeeded' | 'Failed';

/** Brings the containers of a pod to the present: those for its initialization in their order, then the others. */
export class PodProgress {
  readonly #pod: Pod;
  readonly #settings: PodSettings;
  readonly #containers: readonly SpecContainer[];
  readonly #now: number;
  #run: PodRun;

  constructor(
    pod: Pod,
    { run, settings, now }: { readonly run: PodRun; readonly settings: PodSettings; readonly now: number },
  ) {
    this.#pod = pod;
    this.#settings = settings;
    this.#containers = containersOf(pod);
    this.#run = run;
    this.#now = now;
  }

  get run(): PodRun {
    return this.#run;
  }

  get outcome(): Outcome {
    if (this.#run.startedAt === undefined) return 'waits';
    const init = this.#containers.filter(({ isInit, isSidecar }) => isInit && !isSidecar);
    if (init.some(({ name }) => this.#hasFailed(name))) return 'Failed';
    const apps = this.#containers.filter(({ isInit }) => !isInit).map(({ name }) => this.#runOf(name));
    if (apps.some((run) => run?.state !== 'ended')) return 'goes on';
    return apps.every((run) => run?.code === 0) ? 'Succeeded' : 'Failed';
  }

  /** When something happens to the pod by itself; Infinity: never. */
  get next(): number {
    if (this.#run.startedAt === undefined) return this.#run.seenAt + this.#settings.startAfter;
    const times = this.#containers.map((container) => {
      const run = this.#runOf(container.name);
      return run === undefined ? Infinity : nextOf(run, this.#of(container), this.#now);
    });
    return Math.min(Infinity, ...times);
  }

  advance(): void {
    if (this.#run.startedAt === undefined && this.#now < this.#run.seenAt + this.#settings.startAfter) return;
    this.#run = { ...this.#run, startedAt: this.#run.startedAt ?? this.#now };
    if (this.#settings.waiting !== undefined) return;
    for (const container of this.#containers.filter(({ isInit }) => isInit)) if (!this.#passes(container)) return;
    this.#run = { ...this.#run, appsAt: this.#run.appsAt ?? this.#now };
    for (const container of this.#containers) if (!container.isInit) this.#bring(container);
  }

  /** Brings a container for the initialization to the present; whether the next one may start. */
  #passes(container: SpecContainer): boolean {
    const run = this.#bring(container);
    return container.isSidecar || (run.state === 'ended' && run.code === 0);
  }

  #bring(container: SpecContainer): ContainerRun {
    const { name } = container;
    let run = this.#runOf(name) ?? startedRun(this.#now);
    for (;;) {
      const restarts = (code: number): boolean => this.#restarts(container, code);
      const after = tick(run, this.#of(container), { now: this.#now, restarts });
      if (after === run) break;
      run = after;
    }
    this.#run = { ...this.#run, containers: { ...this.#run.containers, [name]: run } };
    return run;
  }

  #restarts({ isInit, isSidecar }: SpecContainer, code: number): boolean {
    if (isSidecar) return true;
    const { restartPolicy = 'Always' } = this.#pod.spec as { readonly restartPolicy?: string };
    if (isInit) return code !== 0 && restartPolicy !== 'Never';
    return restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && code !== 0);
  }

  #runOf(name: string): ContainerRun | undefined {
    return ownField(this.#run.containers, name);
  }

  #hasFailed(name: string): boolean {
    const run = this.#runOf(name);
    return run?.state === 'ended' && run.code !== 0;
  }

  #of({ name, isInit, isSidecar }: SpecContainer): ContainerSettings {
    const settings = this.#settings.container(name, isInit);
    // A sidecar stays unless it is said to end.
    return isSidecar ? { ...settings, runFor: (run) => settings.runFor(run) || undefined } : settings;
  }
}
