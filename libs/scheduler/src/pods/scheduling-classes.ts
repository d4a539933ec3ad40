import { MIRROR_POD } from '#kubernetes';
import { isTerminating, podUid, type ContainerStatus, type Pod, type PodSpec } from '../objects/index.js';
import { schedulingClass } from './scheduling-class.js';
import { placedLike, placedPod, type PlacedPod } from '../snapshot/index.js';

/**
 * So many different specs and classes are known at most: pods of jobs have labels of their own,
 * and an executor lives long.
 */
const MOST = 16_384;
/** And as many characters of their texts: some are long. */
const MOST_CHARACTERS = 2 ** 23;

/** What a class takes for each character of its texts, roughly: with a placed pod of it. */
const BYTES_PER_CHARACTER = 3;

/**
 * The classes of pods that were seen, each with one text that all its pods share, and what their pods have in common
 * once they are placed. A class is worked out once for pods whose spec is the same object or has the same JSON.
 */
export class SchedulingClasses {
  #bySpec = new WeakMap<PodSpec, Map<string, string>>();
  readonly #specs = new Map<string, PodSpec>();
  readonly #texts = new Map<string, string>();
  /** A placed pod of each class, all of which started at the same time. */
  readonly #placed = new Map<string, PlacedPod>();
  #startTime = '';
  #characters = 0;

  /** An attempt asks several times. */
  #last: { readonly pod: Pod; readonly text: string } | null = null;

  /** How many classes are known. */
  get size(): number {
    return this.#texts.size;
  }

  /** What they take, roughly. */
  get bytes(): number {
    return this.#characters * BYTES_PER_CHARACTER;
  }

  /** The class of a pod: texts of one class are one string. */
  of(pod: Pod): string {
    if (this.#last?.pod !== pod) this.#last = { pod, text: this.#find(pod) };
    return this.#last.text;
  }

  #find(pod: Pod): string {
    const { spec } = pod;
    if (spec === undefined || !isPlain(pod)) return this.#intern(schedulingClass(pod));
    const known = this.#bySpec.get(spec) ?? this.#classesOf(spec);
    const rest = textOfRest(pod);
    const before = known.get(rest);
    if (before !== undefined) return before;
    const text = this.#intern(schedulingClass(pod));
    known.set(rest, text);
    return text;
  }

  /** What stays of a pod once it is on a node: all but its name, its uid and its start is its class's. */
  placed(pod: Pod, startTime: string): PlacedPod {
    if (isTerminating(pod) || pod.status?.startTime || isMirror(pod) || !isPlain(pod)) return placedPod(pod, startTime);
    const text = this.of(pod);
    if (startTime !== this.#startTime) this.#placed.clear();
    this.#startTime = startTime;
    const like = this.#placed.get(text);
    if (like !== undefined)
      return placedLike(like, {
        uid: podUid(pod),
        name: pod.metadata?.name ?? '',
        startedAt: like.startedAt,
        position: like.position,
      });
    const placed = placedPod(pod, startTime);
    this.#placed.set(text, placed);
    return placed;
  }

  #classesOf(spec: PodSpec): Map<string, string> {
    const json = JSON.stringify(spec);
    const same = this.#specs.get(json);
    const classes = (same && this.#bySpec.get(same)) ?? new Map<string, string>();
    if (same === undefined) {
      this.#makeRoom();
      this.#specs.set(json, spec);
      this.#characters += json.length;
    }
    this.#bySpec.set(spec, classes);
    return classes;
  }

  #makeRoom(): void {
    if (Math.max(this.#specs.size, this.#texts.size) < MOST && this.#characters < MOST_CHARACTERS) return;
    this.#characters = 0;
    this.#bySpec = new WeakMap();
    this.#specs.clear();
    this.#texts.clear();
    this.#placed.clear();
  }

  #intern(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#makeRoom();
    this.#texts.set(text, text);
    this.#characters += text.length;
    return text;
  }
}

/** A static pod, whose class does not say that it is one: no plugin looks at that. */
function isMirror({ metadata }: Pod): boolean {
  return metadata?.annotations?.[MIRROR_POD] !== undefined;
}

/** Whether nothing of the pod's own name or status is in its class. */
function isPlain({ spec, status }: Pod): boolean {
  if (spec?.volumes?.some(({ ephemeral }) => ephemeral)) return false;
  return !status?.containerStatuses?.some(hasResources) && !status?.initContainerStatuses?.some(hasResources);
}

function hasResources({ resources }: ContainerStatus): boolean {
  return Boolean(resources);
}

/**
 * What a class has of a pod beside its spec: nothing but the namespace, which has no NUL, where the pod says no more.
 */
function textOfRest({ metadata = {} }: Pod): string {
  const { namespace = '', labels, ownerReferences, deletionTimestamp } = metadata;
  if (labels === undefined && ownerReferences === undefined && !deletionTimestamp) return namespace;
  const controller = ownerReferences?.find((owner) => owner.controller === true);
  return (
    `${namespace}\u0000${labels ? JSON.stringify(labels) : ''}\u0000${controller ? JSON.stringify(controller) : ''}` +
    `\u0000${deletionTimestamp ? 1 : 0}`
  );
}
