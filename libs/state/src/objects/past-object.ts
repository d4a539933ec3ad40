import { mergePatch } from '#json';
import { mergeBinding, splitPod, type Manifest, type StoredObject } from '#rows';

/** What stands in the log of an object: its last whole version, and what was patched since. */
interface Logged {
  readonly text: string;
  readonly patches: readonly string[];
}

/** Which object it is. */
export interface PastIdentity {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** The positions of an object's last change, and of the one that made it. */
export interface PastVersion {
  readonly resourceVersion: bigint;
  readonly createdPosition: bigint;
}

/** Where a pod is. */
export interface Placement {
  /** Null while it is bound to no node. */
  readonly node: string | null;
  /** Succeeded or failed: it takes no capacity. */
  readonly finished: boolean;
}

/**
 * An object of a past state. It is JSON until it is first read: a state has a hundred thousand, a page shows fifty.
 */
export class PastObject implements PastIdentity, PastVersion {
  #placement: Placement | undefined;

  constructor(
    private readonly identity: PastIdentity,
    private readonly version: PastVersion,
    private readonly content: Logged,
  ) {}

  get kind(): string {
    return this.identity.kind;
  }
  get namespace(): string {
    return this.identity.namespace;
  }
  get name(): string {
    return this.identity.name;
  }
  get uid(): string {
    return this.identity.uid;
  }
  get resourceVersion(): bigint {
    return this.version.resourceVersion;
  }
  get createdPosition(): bigint {
    return this.version.createdPosition;
  }

  /** What it takes in memory, roughly. */
  get bytes(): number {
    const { text, patches } = this.content;
    return patches.reduce((sum, patch) => sum + patch.length + PATCH_OVERHEAD, text.length + OVERHEAD);
  }

  /** With a later whole version; an import may give it another uid. */
  replaced(identity: PastIdentity, text: string, resourceVersion: bigint): PastObject {
    return new PastObject(identity, { ...this.version, resourceVersion }, { text, patches: [] });
  }

  /** With a merge patch (RFC 7396). */
  patched(patch: string, resourceVersion: bigint): PastObject {
    const { text, patches } = this.content;
    return new PastObject(this.identity, { ...this.version, resourceVersion }, { text, patches: [...patches, patch] });
  }

  /** Of a pod. It is remembered: objects are shared by the states that they are in. */
  get placement(): Placement {
    if (this.#placement === undefined) {
      const { text, patches } = this.content;
      if (patches.length === 0 && !PLACED.test(text)) this.#placement = WAITING;
      else spare = { of: this, manifest: this.#merged() };
    }
    return this.#placement ?? WAITING;
  }

  /** The whole object as JSON, patches and all. */
  get text(): string {
    const { text, patches } = this.content;
    return patches.length === 0 ? text : JSON.stringify(this.#merged());
  }

  /** As the log says it: of a pod that says no phase there is none. */
  get logged(): StoredObject {
    return { object: this.#merged(), resourceVersion: this.resourceVersion, createdPosition: this.createdPosition };
  }

  /** As a row of the present would give it. */
  stored(): StoredObject {
    const merged = this.#merged();
    return {
      object: this.kind === 'Pod' ? asServed(merged) : merged,
      resourceVersion: this.resourceVersion,
      createdPosition: this.createdPosition,
    };
  }

  /** Parsing takes long: the placement of a pod is noted with it, and what was parsed for a placement is used once. */
  #merged(): Manifest {
    if (spare?.of === this) {
      const { manifest } = spare;
      spare = undefined;
      return manifest;
    }
    const { text, patches } = this.content;
    const merged = patches.reduce<unknown>(
      (object, patch) => mergePatch(object, JSON.parse(patch)),
      JSON.parse(text),
    ) as Manifest;
    if (this.kind === 'Pod') this.#placement ??= placementOf(merged);
    return merged;
  }
}

/** What was last parsed for a placement alone: most callers look at the rest next. */
let spare: { readonly of: PastObject; readonly manifest: Manifest } | undefined;

/** What canonical JSON of a pod has if it is on a node or has ended; a label may say the same. */
const PLACED = /"(?:nodeName|Succeeded|Failed)"/;

const WAITING: Placement = { node: null, finished: false };

function placementOf({ spec, status }: Manifest): Placement {
  const { nodeName } = (spec ?? {}) as { readonly nodeName?: string };
  const { phase } = (status ?? {}) as { readonly phase?: string };
  return { node: nodeName ? nodeName : null, finished: phase === 'Succeeded' || phase === 'Failed' };
}

/** Names, numbers, the objects around them, and the places in lists: measured with twenty thousand pods. */
const OVERHEAD = 650;
const PATCH_OVERHEAD = 100;

/** The phase of a pod is never absent: it has a column. */
function asServed(pod: Manifest): Manifest {
  const { columns, manifest } = splitPod(pod);
  return mergeBinding(manifest, columns);
}
