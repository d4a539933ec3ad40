import type {
  KeptKind,
  LimitRange,
  ObjectSubresource,
  PriorityClass,
  RuntimeClass,
  StorageClass,
} from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import type { FieldWarning, UnknownField } from '#kubernetes-schema';
import type { LeftOut } from '../observation/index.js';
import type { FieldProblem, JudgedField } from '#apimachinery';
import type { Mutation, SetField } from './mutation.js';

/**
 * Why an object is admitted. `import` brings an object as it was somewhere else: what another admission computed is
 * kept, no field is immutable, and classes that are not there are reported instead of refused.
 */
export type AdmissionOperation = 'create' | 'update' | 'import';

/**
 * What acts in a cluster beside its API server: nothing; or what controllers and kubelets do is done by the write that
 * causes it.
 */
export type Controllers = 'none' | 'instant';

/** What admission needs to know besides the object. */
export interface AdmissionContext {
  readonly operation: AdmissionOperation;
  /** The object as it is now; needed on update. It was admitted before. */
  readonly old?: KubernetesObject;
  /** A stored PriorityClass; the two of the system need not be stored. */
  readonly priorityClass: (name: string) => PriorityClass | undefined;
  /** The stored PriorityClass with `globalDefault`. */
  readonly defaultPriorityClass: () => PriorityClass | undefined;
  readonly runtimeClass: (name: string) => RuntimeClass | undefined;
  /** The ranges of a namespace, by name. */
  readonly limitRanges: (namespace: string) => readonly LimitRange[];
  readonly storageClass: (name: string) => StorageClass | undefined;
  /** The newest class that is marked as the default. */
  readonly defaultStorageClass: () => StorageClass | undefined;
  /** The labels of a namespace; without this, admission judges nothing by them. */
  readonly namespaceLabels?: (name: string) => Readonly<Record<string, string>> | undefined;
  /** Whether conditions of nodes become taints. */
  readonly conditionTaints: boolean;
  /** Whether pods that ask for something tolerate that memory is short. */
  readonly memoryPressureTolerations: boolean;
  /** Who acts beside the API server. */
  readonly controllers: Controllers;
  /** The time of the write, as metav1.Time. */
  readonly now: string;
  /** Of an update of one part alone: which. */
  readonly subresource?: ObjectSubresource;
  /** The group and version that the request has it in, where that is not the one in which it is stored. */
  readonly requestedAs?: string;
  /**
   * The object tells what is, as in an import: objections of plugins are reported beside it and refuse nothing, and
   * a node's taints are its own.
   */
  readonly onlyTells?: boolean;
  /** The uid of an object that is new and is found by it, where it has none yet. */
  readonly newUid?: () => string;
  /** Of an object that was observed, the fields that go where they are wrong; none unless given. */
  readonly leavesOut?: LeftOut;
}

/** A class that an imported object names and that is not known yet. Admitting the object again later may find it. */
export interface UnresolvedReference {
  readonly field: string;
  readonly kind: 'PriorityClass' | 'RuntimeClass';
  readonly name: string;
}

/** A LimitRange that set amounts below a field of the object, or that objects to all of it, where `field` is empty. */
export interface LimitRangeAtWork {
  readonly field: string;
  readonly name: string;
}

/**
 * The object as it may be stored; or everything that is wrong with it; or the sentences by which a step forbids it.
 * And what of it no field takes.
 */
export type AdmissionResult = { readonly unknown: readonly UnknownField[] } & (
  | {
      readonly object: KubernetesObject;
      readonly unresolved: readonly UnresolvedReference[];
      /** What plugins have against it, where they were only to tell, and which LimitRange does. */
      readonly reported: readonly string[];
      /** What the steps made of it, in their order: those that made anything. */
      readonly mutations: readonly Mutation[];
      /** Fields that are not as they were given: what was wrong and is left out, and what was left open and assumed. */
      readonly remarks: readonly FieldWarning[];
    }
  | {
      readonly problems: readonly FieldProblem[];
      /** Whose defaults are in it. */
      readonly ranges?: readonly LimitRangeAtWork[];
      /** What the decoder of the API server says, where the object cannot be read at all. */
      readonly undecodable?: string;
    }
  | { readonly forbidden: readonly string[]; readonly step: string; readonly ranges: readonly LimitRangeAtWork[] }
);

/** An object on its way in. */
export interface Admission<T extends KubernetesObject = KubernetesObject> {
  readonly object: T;
  readonly kind: KeptKind;
  readonly context: AdmissionContext;
  /** The whole object; what validation finds wrong with it collects there. */
  readonly root: JudgedField;
  readonly unresolved: UnresolvedReference[];
  /** What the step at work says against the object: where it says anything, the chain ends there. */
  readonly forbidden: string[];
  /** LimitRanges that have set or judged amounts of it. */
  readonly ranges: LimitRangeAtWork[];
  /** What the step at work has set. A step tells everything that it sets. */
  readonly changed: SetField[];
  /** What the steps assume of the object because it does not say it. */
  readonly remarks: FieldWarning[];
  /**
   * Whether no server has admitted it yet: it is created, or imported without the uid that it would have got. Steps
   * that fill in or refuse what is new leave everything else as it is.
   */
  readonly isNew: boolean;
}
