import { ownField } from '#json';
import { podOfTemplate } from '#kubernetes';
import type { Pod, ReadableSnapshot } from '#scheduler';

/** JSON, as a manifest has it. */
export type Json = Readonly<Record<string, unknown>>;

/** An object as it was given, and who it is. */
export interface GivenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly object: Json;
}

/** What a workload makes its pods in. */
export interface WorkloadPlace {
  readonly snapshot: ReadableSnapshot;
  /** RFC 3339. */
  readonly at: string;
  readonly newUid: () => string;
}

/** A pod as its controller would create it, which admission has not seen yet. */
export interface NewPod {
  readonly name: string;
  readonly metadata: Json;
  readonly spec: Json;
  /** The node that it is for, of a DaemonSet. */
  readonly node?: string;
}

/** What makes pods: a controller's object, as far as its pods go. */
export interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** How many pods it wants; of one that makes a pod a node, all that it makes. */
  readonly replicas: number;
  /** Where the template of its pods is in its object, for what is wrong there. */
  readonly templateField: string;
  /** The owner that its pods name: itself, or the ReplicaSet or Job between. */
  readonly owner: Owner;
  /** The pods of these numbers, from 0; a name that is taken is passed by where names are drawn. */
  podsFrom(first: number, count: number): readonly NewPod[];
  /** Claims that come with its pods. */
  claimsOf(pod: NewPod): readonly Json[];
  /** In which order its pods go when there are to be fewer: the first goes first. */
  leavingOrder(a: Leaving, b: Leaving): number;
}

/** A pod that may go. */
export interface Leaving {
  readonly pod: Pod;
  readonly position: number;
}

/** An OwnerReference. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: true;
  readonly blockOwnerDeletion: true;
}

export function ownerOf({ apiVersion, kind, name, uid }: Omit<GivenObject, 'namespace' | 'object'>): Owner {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** A field of JSON that is an object; an empty one where it is not. */
export function part(json: unknown, ...path: readonly string[]): Json {
  let found: unknown = json;
  for (const key of path) found = isObject(found) ? ownField(found, key) : undefined;
  return isObject(found) ? found : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A count of a spec; what is no count is what is meant where it is absent. */
export function countOf(value: unknown, otherwise: number): number {
  return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : otherwise;
}

/** The metadata and spec of a pod of a template. */
export function podOf(template: Json, identity: PodIdentity): Pick<NewPod, 'name' | 'metadata' | 'spec'> {
  const given = { metadata: part(template, 'metadata'), spec: part(template, 'spec') };
  const { metadata, spec } = podOfTemplate(given, identity);
  return { name: identity.name, metadata, spec: spec as Json };
}

/** The template that a pod was made of, as far as the pod has it. */
export function templateOfPod({ metadata, spec }: Pod): { readonly metadata: Json; readonly spec: Json } {
  const { nodeName: _node, ...asked } = spec ?? {};
  return { metadata: { labels: { ...metadata?.labels } }, spec: asked };
}

interface PodIdentity {
  readonly name: string;
  readonly owner: Owner;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
