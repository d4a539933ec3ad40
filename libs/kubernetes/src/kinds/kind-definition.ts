import { dnsSubdomainProblems, type Decoder, type JudgedField, type NameCheck } from '#apimachinery';
import { tableDecoder } from '#kubernetes-schema';
import { kubernetesObject, type KubernetesObject, type OwnFields } from '../metadata/index.js';
import { dropDisabledFields } from '../pod-spec/index.js';
import type { PodTemplate } from '../pod-template/index.js';
import { DEFAULT_COLUMNS, type Columns } from '../table/index.js';

/** What others need to know about a kind to serve and to keep it: plain data. */
export interface DescriptionOf<Name extends string> {
  /** As objects carry it: `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: Name;
  /** As paths carry it. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** Whether `/status` is served, and the main path therefore leaves the status alone. */
  readonly statusSubresource: boolean;
  readonly categories: readonly string[];
  /** Whether `metadata.generation` counts changes. */
  readonly countsGeneration: boolean;
  /** Whether a new object has no generation: its first change makes it 1. */
  readonly countsFromFirstChange: boolean;
  /** Paths of the fields whose changes `metadata.generation` counts. */
  readonly generationCounts: readonly string[];
  /** Whether a replacement of an object that is not there creates it (AllowCreateOnUpdate). */
  readonly createsOnUpdate: boolean;
  /** Whether an update must name the resourceVersion that it changes (not AllowUnconditionalUpdate). */
  readonly requiresVersion: boolean;
  /** Whether a deletion is answered with the object and not with a Status (ReturnDeletedObject). */
  readonly returnsDeleted: boolean;
  /**
   * Whether the status is computed from other objects: what an import says of one that is there does not replace it.
   */
  readonly computesStatus: boolean;
  /** What every request is warned of, where the kind is deprecated. */
  readonly deprecated?: string;
  /** The field of the spec that binding sets, and that who writes a manifest leaves out. */
  readonly boundBy?: string;
  /** Whether `spec.replicas` says how many pods it wants, as the `/scale` of an API server would serve it. */
  readonly scalesPods: boolean;
}

/** Everything about a kind: what it is called, how its objects are read, completed and judged. */
export interface KindDefinition<T extends KubernetesObject = KubernetesObject> {
  readonly description: DescriptionOf<T['kind']>;
  /** `decode.reads` is the table of its fields; empty where the table of Kubernetes' types has them. */
  readonly decode: Decoder<T>;
  readonly name: NameCheck;
  /** Whether a missing spec is an empty one, as for every kind whose rules look into it. */
  readonly hasSpec: boolean;
  /** By which fields it can be selected besides name and namespace, and what an absent one reads as. */
  readonly selectableFields: ReadonlyMap<string, string>;
  /** Other names for these fields. */
  readonly fieldAliases: ReadonlyMap<string, string>;
  /** What is said of a field by which it cannot be selected, where others can. */
  readonly unselectable: (field: string) => string;
  /** How its objects are printed in tables. */
  readonly columns: Columns;
  /**
   * Fills in what is left open. The decoder stands in front of this and of what follows: what they are given is a T.
   */
  complete(object: T): void;
  /** Computes what follows from the object as a whole, when steps of admission have changed it. */
  prepare(object: T, arrival: Arrival): void;
  check(object: T, root: JudgedField, arrival: Arrival): void;
  checkUpdate(object: T, before: T, root: JudgedField): void;
  /** The rules of parts that are not those of every update. */
  readonly subresourceRules: Readonly<Partial<Record<ObjectSubresource, SubresourceRule<T>>>>;
  /** Whether a change of the status alone is judged by rules of its own, and not by those of every change. */
  readonly judgesStatus: boolean;
  /** What its strategy looks at in the metadata of an update, beside what the registry looks at. */
  readonly judgesMetadata: readonly ('whole' | 'change')[];
  /** Whether its strategy judges the metadata of a new object; otherwise they are judged where all else is sound. */
  readonly judgesNewMetadata: boolean;
  /** Whether its strategy asks of finalizers that they are standard or have a domain. */
  readonly judgesFinalizers: boolean;
  checkStatus(object: T, before: T, root: JudgedField): void;
  /**
   * Whether an API server stores the new object without a part that it completes in reading: the first update then
   * writes the object even where it changes nothing.
   */
  isCompletedByUpdate(object: T): boolean;
}

/** A part of an object with a path of its own: an update there changes that part alone, by rules of its own. */
export type ObjectSubresource = 'status' | 'finalize' | 'ephemeralcontainers' | 'resize';

/** Whether updates at a path change one part of an object alone. */
export function isObjectSubresource(name: string | undefined): name is ObjectSubresource {
  return name === 'status' || name === 'finalize' || name === 'ephemeralcontainers' || name === 'resize';
}

/** What an update of one part may change. */
interface SubresourceRule<T> {
  check(object: T, before: T, root: JudgedField): void;
}

/** How an object comes in. */
export interface Arrival {
  /** Whether no server has admitted it before: it is created, or imported without a uid. */
  readonly isNew: boolean;
  /** Whether it comes with its cluster: it has a history that this server does not know. */
  readonly isImported: boolean;
  /** The uid that it gets, where it has none yet. */
  readonly newUid?: () => string;
  /** The time of the write, as metav1.Time. */
  readonly now: string;
  /** Whether controllers act in the cluster, and the object is as they would leave it. */
  readonly hasControllers: boolean;
  /** The group and version that the request has it in, where that is not the one in which it is stored. */
  readonly requestedAs?: string;
  /** Of an update: the object as it is. */
  readonly old?: KubernetesObject;
  /** Of an update of one part: which. */
  readonly subresource?: ObjectSubresource;
}

/** What a kind says of itself; the rest is as for most kinds. */
export interface KindParts<T extends KubernetesObject> {
  readonly apiVersion: string;
  readonly kind: T['kind'];
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced?: boolean;
  readonly statusSubresource?: boolean;
  readonly countsGeneration?: boolean;
  readonly countsFromFirstChange?: boolean;
  /** The spec unless given. */
  readonly generationCounts?: readonly string[];
  readonly createsOnUpdate?: boolean;
  readonly requiresVersion?: boolean;
  readonly returnsDeleted?: boolean;
  readonly computesStatus?: boolean;
  readonly boundBy?: string;
  readonly deprecated?: string;
  readonly scalesPods?: boolean;
  /** Decoders of its fields; without them it is read by the table of Kubernetes' types. */
  readonly fields?: OwnFields<T>;
  readonly hasSpec?: boolean;
  /** The names of most kinds are DNS subdomains. */
  readonly name?: NameCheck;
  readonly selectableFields?: Readonly<Record<string, string>>;
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** What is said of a field by which it cannot be selected, where others can; most kinds say the same. */
  readonly unselectable?: (field: string) => string;
  /** Name and time of creation, where a kind says nothing else. */
  readonly columns?: Columns;
  readonly complete?: (object: T) => void;
  readonly prepare?: (object: T, arrival: Arrival) => void;
  /** Where the template of its pods is, if it makes pods. */
  readonly template?: (object: T) => PodTemplate | undefined;
  readonly check?: (object: T, root: JudgedField, arrival: Arrival) => void;
  readonly checkUpdate?: (object: T, before: T, root: JudgedField) => void;
  readonly checkStatus?: (object: T, before: T, root: JudgedField) => void;
  readonly subresourceRules?: Readonly<Partial<Record<ObjectSubresource, SubresourceRule<T>>>>;
  /** The change alone unless given. */
  readonly judgesMetadata?: readonly ('whole' | 'change')[];
  /** It does unless given. */
  readonly judgesNewMetadata?: boolean;
  /** It does unless given. */
  readonly judgesFinalizers?: boolean;
  /** No new object unless given. */
  readonly isCompletedByUpdate?: (object: T) => boolean;
}

/**
 * A kind, of its parts. Source of names, short names and categories: the discovery documents of an API server v1.34.
 */
export function defineKind<T extends KubernetesObject>(parts: KindParts<T>): KindDefinition<T> {
  return Object.freeze({
    description: describe(parts),
    decode: parts.fields === undefined ? tableDecoder<T>(parts) : kubernetesObject<T>(parts.fields),
    name: parts.name ?? dnsSubdomainProblems,
    hasSpec: parts.hasSpec ?? false,
    selectableFields: new Map(Object.entries(parts.selectableFields ?? {})),
    fieldAliases: new Map(Object.entries(parts.fieldAliases ?? {})),
    unselectable: parts.unselectable ?? notSelectable,
    columns: parts.columns ?? DEFAULT_COLUMNS,
    complete: parts.complete ?? nothing,
    prepare: preparationOf(parts),
    check: parts.check ?? nothing,
    checkUpdate: parts.checkUpdate ?? nothing,
    subresourceRules: parts.subresourceRules ?? {},
    judgesStatus: parts.checkStatus !== undefined,
    judgesMetadata: parts.judgesMetadata ?? (['change'] as const),
    judgesNewMetadata: parts.judgesNewMetadata ?? true,
    judgesFinalizers: parts.judgesFinalizers ?? true,
    checkStatus: parts.checkStatus ?? nothing,
    isCompletedByUpdate: parts.isCompletedByUpdate ?? never,
  });
}

/** Templates lose what pods lose, before anything follows from them. */
function preparationOf<T extends KubernetesObject>({ template, prepare = nothing }: KindParts<T>): Preparation<T> {
  if (template === undefined) return prepare;
  return (object, arrival) => {
    const { isNew, old } = arrival;
    const spec = template(object)?.spec;
    // It is of the same kind.
    const before = old === undefined ? undefined : template(old as T)?.spec;
    if (spec !== undefined && (isNew || old !== undefined)) dropDisabledFields(spec, before);
    prepare(object, arrival);
  };
}

type Preparation<T extends KubernetesObject> = KindDefinition<T>['prepare'];

function describe<T extends KubernetesObject>(parts: KindParts<T>): DescriptionOf<T['kind']> {
  const { apiVersion, kind } = parts;
  const slash = apiVersion.indexOf('/');
  return Object.freeze({
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind,
    plural: parts.plural,
    singular: kind.toLowerCase(),
    shortNames: parts.shortNames ?? [],
    namespaced: parts.namespaced ?? false,
    statusSubresource: parts.statusSubresource ?? false,
    categories: parts.categories ?? [],
    countsGeneration: parts.countsGeneration ?? false,
    countsFromFirstChange: parts.countsFromFirstChange ?? false,
    createsOnUpdate: parts.createsOnUpdate ?? false,
    requiresVersion: parts.requiresVersion ?? false,
    generationCounts: parts.generationCounts ?? ['spec'],
    returnsDeleted: parts.returnsDeleted ?? false,
    computesStatus: parts.computesStatus ?? false,
    ...(parts.boundBy === undefined ? {} : { boundBy: parts.boundBy }),
    ...(parts.deprecated === undefined ? {} : { deprecated: parts.deprecated }),
    scalesPods: parts.scalesPods ?? false,
  });
}

function notSelectable(field: string): string {
  return `field label not supported: ${field}`;
}

function never(): boolean {
  return false;
}

function nothing(): void {
  // Not every kind has something to complete or to judge.
}
