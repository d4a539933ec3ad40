import { requestsOf, resourcesText } from '#history';
import { podLimits } from '#api-server';
import type { Quantity } from '#apimachinery';
import type { PastObject } from '#state';
import { controllerIn, controllerOf, type OwnerReference } from './controller.js';
import { SharedValues } from './shared-values.js';

type Manifest = ReturnType<PastObject['stored']>['object'];

/** What a pod takes, by resource. */
export interface PodAmounts {
  readonly requests: ReadonlyMap<string, Quantity>;
  readonly limits: ReadonlyMap<string, Quantity>;
}

/** What pods are grouped by. */
export interface GroupedPod {
  readonly namespace: string;
  /** Undefined of a pod without one. */
  readonly controller: OwnerReference | undefined;
  readonly priority: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** Of versions of pods that are in memory: buckets have most of them in common. */
const AMOUNTS = new WeakMap<PastObject, PodAmounts>();
const shared = new SharedValues<PodAmounts>();

/** A version of a pod in a state. No more is computed than what is asked for, and its JSON is parsed once at most. */
export class ReadPod implements GroupedPod {
  #manifest: Manifest | undefined;

  constructor(private readonly past: PastObject) {}

  get namespace(): string {
    return this.past.namespace;
  }

  get controller(): OwnerReference | undefined {
    return controllerOf(this.past, () => this.#read());
  }

  get priority(): number {
    return priorityOf(this.#read());
  }

  get labels(): Readonly<Record<string, string>> {
    return this.#read().metadata.labels ?? {};
  }

  get amounts(): PodAmounts {
    let amounts = AMOUNTS.get(this.past);
    if (amounts === undefined) AMOUNTS.set(this.past, (amounts = amountsOf(this.#read())));
    return amounts;
  }

  #read(): Manifest {
    return (this.#manifest ??= this.past.stored().object);
  }
}

/** The same of a manifest, of which nothing else stays in memory. */
export function groupedPod(namespace: string, manifest: Manifest): GroupedPod {
  const { labels = {} } = manifest.metadata;
  return { namespace, controller: controllerIn(manifest), priority: priorityOf(manifest), labels };
}

function priorityOf({ spec }: Manifest): number {
  return (spec as { readonly priority?: number } | undefined)?.priority ?? 0;
}

/** Pods of one template have the same. */
export function amountsOf(manifest: Manifest): PodAmounts {
  return shared.get(resourcesText(manifest), () => ({
    requests: requestsOf(manifest),
    limits: podLimits(manifest as never),
  }));
}
