import type { Pod, Profile, Snapshot } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { ImportedObject } from '../steps/index.js';

/** What of a cluster is looked at object by object; the rest is known by its numbers. */
export interface Wanted {
  /** Whether nodes may be changed: they are read whole. */
  readonly wholeNodes?: boolean;
  /** Pods beside those that are pending: all of them, or those on nodes and in namespaces. */
  readonly all?: boolean;
  readonly nodes?: readonly string[];
  readonly namespaces?: readonly string[];
  /** Of each DaemonSet a pod, and where nodes are added, what it runs on them. */
  readonly daemons?: boolean;
  /** Objects that manifests name: those that are there are read. */
  readonly objects?: readonly NamedObject[];
  /** Classes that pods of manifests name. */
  readonly classes?: readonly NamedObject[];
}

/** An object by its kind and names; of a kind without namespaces, by its name. */
export interface NamedObject {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

/** A name of a profile of the cluster, or a profile. */
export type AskedProfile = string | object;

/** By which profile pods are placed: each by that of its schedulerName unless given. */
export interface ByProfile {
  readonly profile?: AskedProfile;
}

/** Manifests of a question's body, and the field that they stand in. */
export interface AskedText {
  readonly field: string;
  readonly text: string;
}

/** The same, read. */
export interface ReadText {
  readonly field: string;
  readonly objects: readonly ImportedObject[];
}

/** A pod and a node of a snapshot that it does not fit on. */
export interface UnfitPair {
  readonly snapshot: Snapshot;
  readonly row: number;
  readonly pod: Pod;
  readonly profile: Profile;
}

/** What a question is asked of. */
export interface QuestionTrial {
  readonly cluster: HypotheticalCluster;
  /** The manifests of the body, in order. */
  readonly texts: readonly ReadText[];
  /** Pods that are scheduled elsewhere go by the default profile. @throws NotPossible where there is no such profile */
  readonly profileOf: (asked: AskedProfile | undefined) => (pod: Pod) => Profile;
  /** Whether a profile of the cluster is for the pod's scheduler. */
  readonly isServed: (pod: Pod) => boolean;
  /** The pods that a run would try, in queue order. */
  readonly pending: () => readonly Pod[];
  /** Everything that keeps a pod from a node, in words, each once. */
  readonly causesOf: (pair: UnfitPair) => readonly string[];
}

/**
 * A question: what its body is, what it reads of the cluster, what is computed from it and what the answer is. It is
 * computed in a scheduling worker, and others have their turn wherever it yields.
 */
export interface QuestionDefinition<Body, Input, Answer extends { readonly sentence: string }> {
  /** The manifests in its body; none unless given. */
  readonly texts?: (body: Body) => readonly AskedText[];
  /** Nothing beside what the manifests have to do with unless given. */
  readonly wanted?: (body: Body, snapshot: Snapshot) => Wanted;
  /** What the body says, in terms of the cluster. @throws NotPossible with everything that is wrong */
  readonly input: (trial: QuestionTrial, body: Body) => Input;
  readonly answer: (cluster: HypotheticalCluster, input: Input) => Generator<void, Answer, undefined>;
}

/** A question, with the types of its body and its answer. */
export function question<Body, Input, Answer extends { readonly sentence: string }>(
  definition: QuestionDefinition<Body, Input, Answer>,
): QuestionDefinition<Body, Input, Answer> {
  return definition;
}
