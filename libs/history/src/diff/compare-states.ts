import { TimeSlice } from '#database';
import { equalJson, jsonDifference, type JsonPatchOperation } from '#json';
import type { PastObject, PastState } from '#state';
import type { Manifest } from '#rows';
import type { ObjectDifference, PlacementDifference } from './diff.js';

/** What two states know of each other. */
export interface Kinship {
  /**
   * Objects that are at the same resourceVersion, up to this one, are the same: the states are of one log until there.
   */
  readonly sharedUpTo: bigint;
  /** Of one cluster: a uid that differs is another object, and a difference. */
  readonly isOneCluster: boolean;
}

/** What was found to be different; `objects` in the order of kinds and names. */
export interface Differences {
  readonly objects: readonly ObjectDifference[];
  readonly placements: readonly PlacementDifference[];
}

/**
 * Compares all objects of two states. What both have at the same version is not looked at.
 * @throws what the signal was aborted with
 */
export async function compareStates(
  before: PastState,
  after: PastState,
  { signal, ...kinship }: Kinship & { readonly signal?: AbortSignal | undefined },
): Promise<Differences> {
  const slice = new TimeSlice({ signal });
  const objects: ObjectDifference[] = [];
  const placements: PlacementDifference[] = [];
  for (const kind of [...new Set([...before.kinds, ...after.kinds])].sort()) {
    for (const [old, young] of pairs(before.ofKind(kind), after.ofKind(kind))) {
      if (old !== undefined && young !== undefined && isUntouched(old, young, kinship)) continue;
      if (slice.isOver) await slice.yieldWhenOver();
      const difference = differenceOf(old, young, kinship);
      if (difference !== undefined) objects.push(difference);
      if (kind === 'Pod') placements.push(...placementOf(old, young));
    }
  }
  return { objects, placements };
}

type Pair = readonly [old: PastObject | undefined, young: PastObject | undefined];

/** The objects of two lists by namespace and name, side by side. */
function* pairs(before: readonly PastObject[], after: readonly PastObject[]): Iterable<Pair> {
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, young] = [before[left], after[right]];
    const order = old === undefined ? 1 : young === undefined ? -1 : compare(old, young);
    if (order <= 0) left += 1;
    if (order >= 0) right += 1;
    yield [order <= 0 ? old : undefined, order >= 0 ? young : undefined];
  }
}

function compare(a: PastObject, b: PastObject): number {
  return compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}

/** Names are ASCII: code units are bytes. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function isUntouched(old: PastObject, young: PastObject, { sharedUpTo }: Kinship): boolean {
  return old === young || (old.resourceVersion === young.resourceVersion && old.resourceVersion <= sharedUpTo);
}

/** Undefined where both say the same. */
function differenceOf(
  old: PastObject | undefined,
  young: PastObject | undefined,
  kinship: Kinship,
): ObjectDifference | undefined {
  if (old !== undefined && young !== undefined && equalJson(comparable(old, kinship), comparable(young, kinship)))
    return undefined;
  return new Difference(old, young, kinship);
}

/** A patch takes longer to make than a difference to find: a page shows fifty. */
class Difference implements ObjectDifference {
  readonly op: ObjectDifference['op'];
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;

  constructor(
    private readonly old: PastObject | undefined,
    private readonly young: PastObject | undefined,
    private readonly kinship: Kinship,
  ) {
    const { kind = '', namespace = '', name = '' } = young ?? old ?? {};
    this.op = old === undefined ? 'created' : young === undefined ? 'deleted' : 'changed';
    this.kind = kind;
    this.namespace = namespace;
    this.name = name;
  }

  get before(): string | null {
    return this.old === undefined ? null : String(this.old.resourceVersion);
  }

  get after(): string | null {
    return this.young === undefined ? null : String(this.young.resourceVersion);
  }

  get patch(): readonly JsonPatchOperation[] {
    if (this.young === undefined) return [];
    const young = comparable(this.young, this.kinship);
    return this.old === undefined
      ? [{ op: 'add', path: '', value: young }]
      : jsonDifference(comparable(this.old, this.kinship), young);
  }
}

/** The object without what the server gives every object anew. */
function comparable(object: PastObject, { isOneCluster }: Kinship): Manifest {
  const { object: whole } = object.stored();
  if (isOneCluster) return whole;
  const { uid: _uid, creationTimestamp: _at, generation: _generation, ...metadata } = whole.metadata;
  return { ...whole, metadata };
}

function* placementOf(old: PastObject | undefined, young: PastObject | undefined): Iterable<PlacementDifference> {
  const [from, to] = [old?.placement.node ?? null, young?.placement.node ?? null];
  const { namespace = '', name = '' } = young ?? old ?? {};
  if (from !== to) yield { pod: { namespace, name }, from, to };
}
