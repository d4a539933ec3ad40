import type { Taint } from '#scheduler';
import type { HypotheticalCluster, KnownPod, NodeSelection } from '../cluster/index.js';
import type { FieldFault } from '../field-fault.js';
import type { RolloutPlan } from './rollout-plan.js';

/** An object of an import, by its place in the input. */
export interface ImportedObject {
  readonly index: number;
  readonly object: Readonly<Record<string, unknown>>;
  /** Fields that stand twice in the text. */
  readonly duplicates?: readonly { readonly path: string }[];
  /** What was changed in the object when it was read. */
  readonly remarks?: readonly { readonly field: string; readonly message: string }[];
}

/** Which pods: these, by `namespace/name`; or those of a namespace, or of all, with these labels. */
export type PodSelection =
  { readonly names: readonly string[] } | { readonly namespace?: string; readonly labelSelector?: string };

/** What changes a cluster, by the name of the change. */
export interface Steps {
  readonly import: { readonly objects: readonly ImportedObject[] };
  /** Nodes of one shape, numbered from 1. */
  readonly addNodes: { readonly count: number; readonly node: Readonly<Record<string, unknown>> };
  readonly cordon: NodeSelection;
  readonly uncordon: NodeSelection;
  readonly drain: NodeSelection;
  readonly removeNodes: NodeSelection;
  readonly taint: NodeSelection & { readonly add?: readonly Taint[]; readonly remove?: readonly TaintName[] };
  /** A label without a value goes. */
  readonly label: NodeSelection & { readonly labels: Readonly<Record<string, string | null>> };
  readonly deletePods: PodSelection;
  readonly scale: {
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number;
  };
}

/** A taint, or all of a key. */
export type TaintName = Pick<Taint, 'key'> & Partial<Pick<Taint, 'effect'>>;

/** One of them. */
export type Step = { [Name in keyof Steps]: Readonly<Record<Name, Steps[Name]>> }[keyof Steps];

/** What a step did, or could not do to some of what it was asked for. */
export interface StepReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly StepProblem[];
  /** Of an import: the pods of its objects that wait for a node, new ones and others. */
  readonly waiting?: readonly KnownPod[];
  /** Of an import: so many of its pods are on nodes, and are not placed. */
  readonly bound?: number;
  /** Of an import: Deployments that there are, whose pods would be replaced. */
  readonly rollouts?: readonly RolloutPlan[];
}

export interface StepProblem {
  /** What it is about: `Pod shop/web-1`, `Node a`. */
  readonly subject: string;
  readonly message: string;
}

/** What a step came to; or what is wrong with it, and then the cluster is of no use any more. */
export type StepOutcome = StepReport | { readonly faults: readonly FieldFault[] };

/** How a change of one name is made. */
export type Change<Name extends keyof Steps> = (cluster: HypotheticalCluster, input: Steps[Name]) => StepOutcome;
