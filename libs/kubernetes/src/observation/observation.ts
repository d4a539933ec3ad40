import { isJsonObject, ownField } from '#json';
import type { FieldWarning } from '#kubernetes-schema';
import type { KubernetesObject } from '../metadata/index.js';
import type { FieldProblem } from '#apimachinery';
import { locateFault, partsOf, type Located } from './locate-fault.js';
import { matters, mattersAbsent } from './placement-fields.js';
import { isTolerable } from './tolerable.js';

/**
 * Which fields of an observed object go where they are wrong: those that placement does not read; the same but for the
 * numbers of pods, where the pods of workloads are made; any; or those that cannot be read, while what an API server
 * would not take stays.
 */
export type LeftOut = 'immaterial' | 'uncounted' | 'all' | 'unreadable';

/** How many pods a workload has. */
const COUNTS: readonly string[] = ['spec.replicas', 'spec.parallelism', 'spec.completions'];

/** Passes over one object; what is still wrong then is refused. */
const MOST_PASSES = 20;

/** What only a server gives an object. */
const GIVEN = ['uid', 'resourceVersion', 'creationTimestamp'];

/** Whether an object was observed: another server gave it a uid or the like, or it has a status. */
export function isObservation(object: unknown): boolean {
  if (!isJsonObject(object)) return false;
  const { metadata, status } = object;
  const given = GIVEN.map((field) => (isJsonObject(metadata) ? ownField(metadata, field) : undefined));
  const isGiven = given.some((value) => typeof value === 'string' && value !== '');
  return isGiven || (isJsonObject(status) && Object.keys(status).length > 0);
}

/**
 * An object as a dump shows it: its cluster took it, so what is wrong with it came later, as when a dump is redacted. A
 * field that is wrong goes, and is named; the object stays.
 */
export class Observation {
  /** The fields that went. */
  readonly warnings: FieldWarning[] = [];
  /** What a field went from, and what was said of it: it may go too, as it is nothing without the field. */
  readonly #lacking = new WeakMap<object, FieldWarning>();
  #passes = 0;

  constructor(
    private readonly kind: string,
    private readonly leftOut: LeftOut,
  ) {}

  /** Gives a volume whose handle was blanked its name as one: drivers count volumes by their handles. */
  standIn({ metadata, spec }: KubernetesObject): void {
    if (this.kind !== 'PersistentVolume' || !isJsonObject(spec)) return;
    for (const [source, handle] of HANDLES) {
      const own = ownField(spec, source);
      if (!isJsonObject(own) || (ownField(own, handle) ?? '') !== '') continue;
      own[handle] = metadata.name;
      const message =
        'Required value; the name of the volume stands in for it, so that it counts as a volume of its own';
      this.warnings.push({ field: `spec.${source}.${handle}`, message });
    }
  }

  /** What is wrong and cannot stay as it is; what can is named. */
  intolerable(object: object, problems: readonly FieldProblem[]): readonly FieldProblem[] {
    if (this.leftOut !== 'unreadable') return problems;
    const [kept, wrong]: [FieldProblem[], FieldProblem[]] = [[], []];
    for (const problem of problems) (isTolerable(this.kind, object, problem) ? kept : wrong).push(problem);
    // The step is done again without what is wrong.
    if (wrong.length === 0)
      for (const { field, message } of kept) this.warnings.push({ field, message: `${message}; it is kept as it is` });
    return wrong;
  }

  /** Takes what is wrong out of the object; false, and nothing goes, where something of it has to stay. */
  leaveOut(object: object, problems: readonly FieldProblem[]): boolean {
    this.#passes += 1;
    if (problems.length === 0 || this.#passes > MOST_PASSES) return false;
    const faults = problems.map((problem) => ({ problem, located: locateFault(object, problem.field) }));
    if (!faults.every(({ located }) => located.length > 0 && located.every((one) => this.#mayGo(one)))) return false;
    const seen = new Set<string>();
    for (const { problem, located } of faults)
      for (const one of located) {
        const field = fieldOf(one);
        if (!seen.has(field)) this.#say(one, { field, message: problem.message });
        seen.add(field);
      }
    takeOut(faults.flatMap(({ located }) => located));
    return true;
  }

  /** What goes for want of a field that went before it is said with that field. */
  #say(one: Located, { field, message }: FieldWarning): void {
    const { path, parent, value } = one;
    const known = isJsonObject(value) && !matters(this.kind, path, value) ? this.#lacking.get(value) : undefined;
    const at = known === undefined ? -1 : this.warnings.indexOf(known);
    const isKnown = known !== undefined && at >= 0;
    const warning = isKnown
      ? { ...known, message: `${known.message}, with ${field}` }
      : { field, message: `${message}; ${this.#why(one)}` };
    if (isKnown) this.warnings[at] = warning;
    else this.warnings.push(warning);
    this.#lacking.set(parent, warning);
  }

  /**
   * Whether the object is kept with all that is wrong with it, which is named then: it cannot be left out, because the
   * API server requires something there, and pods are placed without it.
   */
  staysWith(problems: readonly FieldProblem[]): boolean {
    if (!problems.every(({ field }) => this.#mayStay(field))) return false;
    const kept = new Set(this.warnings.map(({ field }) => field));
    for (const { field, message } of problems) {
      if (!kept.has(field)) this.warnings.push({ field, message: `${message}; the object is kept with it` });
      kept.add(field);
    }
    return true;
  }

  #mayStay(field: string): boolean {
    const path = partsOf(field);
    const isIn = (place: readonly string[]): boolean =>
      place.length <= path.length && place.every((part, at) => part === '*' || part === path[at]);
    if (isIdentity(path) || this.#isCounted(path)) return false;
    return WHOLE.has(`${this.kind} ${field}`) || MAY_STAY.some(isIn) || !mattersAbsent(this.kind, path);
  }

  #mayGo({ path, value }: Located): boolean {
    // What is wrong within a template of pods may be reported of all of it.
    if (path.at(-1) === 'template') return false;
    if (this.leftOut === 'all' || this.leftOut === 'unreadable') return !isIdentity(path);
    if (this.#isCounted(path)) return false;
    return isTime(path) || !matters(this.kind, path, value);
  }

  #isCounted(path: Located['path']): boolean {
    return this.leftOut === 'uncounted' && COUNTS.includes(path.join('.'));
  }

  #why({ path, value }: Located): string {
    return matters(this.kind, path, value)
      ? 'the field is left out, and placement may differ'
      : 'placement does not read the field, and it is left out';
  }
}

/**
 * What placement reads, and what it makes do without: who owns a pod, images that no node has, and names of volumes. A
 * volume without a source is one that no driver counts.
 */
const MAY_STAY = [
  'metadata.ownerReferences',
  ...['spec', 'spec.template.spec'].flatMap((spec) => [
    `${spec}.containers.*.image`,
    `${spec}.initContainers.*.image`,
    `${spec}.volumes.*.name`,
    `${spec}.volumes.*.iscsi.targetPortal`,
  ]),
].map((place) => place.split('.'));

/** What identifies a volume to its driver. */
const HANDLES = [
  ['csi', 'volumeHandle'],
  ['gcePersistentDisk', 'pdName'],
  ['awsElasticBlockStore', 'volumeID'],
  ['azureDisk', 'diskName'],
  ['cinder', 'volumeID'],
] as const;

/** A source that a volume lacks, and two of a claim's that differ, are reported of the whole spec. */
const WHOLE = new Set(['PersistentVolume spec', 'PersistentVolumeClaim spec']);

/** When a pod was created or started counts where all else is equal: without it the object is as good as new. */
function isTime(path: Located['path']): boolean {
  return ['metadata.creationTimestamp', 'status.startTime'].includes(path.join('.'));
}

function isIdentity(path: Located['path']): boolean {
  return path[0] === 'metadata' && (path[1] === 'name' || path[1] === 'namespace');
}

function fieldOf({ path }: Located): string {
  return path.reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`;
    if (/[./]/.test(part)) return `${field}[${part}]`;
    return field === '' ? part : `${field}.${part}`;
  }, '');
}

function takeOut(located: readonly Located[]): void {
  const items = new Map<unknown[], Set<unknown>>();
  for (const { parent, path } of located) {
    const place = path.at(-1);
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(place));
    else delete (parent as Record<string, unknown>)[String(place)];
  }
  for (const [list, places] of items) list.splice(0, list.length, ...list.filter((_, index) => !places.has(index)));
}
