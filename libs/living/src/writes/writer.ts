import { admit, findKindByName, type KubernetesObject } from '#kubernetes';
import { beginDeletion, endsWith, type DeleteOptions } from '#api-server';
import { describeProblem } from '#apimachinery';
import { equalJson, ownField } from '#json';
import { timeOf } from '../clock/index.js';
import type { Dice } from '../seed/index.js';
import type { ClusterState } from '../state/index.js';
import { lookupsOf } from './lookups.js';
import { askQuotas } from './quota-charge.js';

/** What a creation came to: the object, or why it was refused, as the API server says it. */
export type Written =
  | { readonly object: KubernetesObject }
  | { readonly refused: string; readonly reason: 'Invalid' | 'Forbidden' | 'NamespaceTerminating' | 'AlreadyExists' };

/** What a write did to an object. */
export interface Write {
  readonly op: 'create' | 'update' | 'delete';
  readonly object: KubernetesObject;
  readonly before: KubernetesObject | null;
}

/** How long a prefix may be before the random end of a name. // as names.SimpleNameGenerator */
const LONGEST_PREFIX = 58;

/** Where writes go, and what they are made with. */
export interface WritePlace {
  readonly state: ClusterState;
  readonly dice: Dice;
  readonly now: () => number;
  /** Takes a write: the object is stored, with its version. Answers what is stored. */
  readonly commit: (write: Write) => KubernetesObject;
}

/** Writes of controllers, as the API server does them. */
export class Writer {
  readonly #place: WritePlace;

  constructor(place: WritePlace) {
    this.#place = place;
  }

  /** Creates an object. It is not used up: defaults are filled in in a copy. */
  create(given: KubernetesObject): Written {
    const { state, dice, now, commit } = this.#place;
    const named = this.#named(copyOf(given));
    const { kind, metadata } = named;
    const { namespace = '', name } = metadata;
    const shown = `${resourceOf(named)} "${name}"`;
    if (state.get(kind, namespace, name) !== undefined)
      return { refused: `${shown} already exists`, reason: 'AlreadyExists' };
    if (namespace !== '' && isTerminating(state.get('Namespace', '', namespace))) {
      const because = `because it is being terminated`;
      const refused = `${shown} is forbidden: unable to create new content in namespace ${namespace} ${because}`;
      return { refused, reason: 'NamespaceTerminating' };
    }
    // Jobs find their pods by their uid, so an object has it before it is admitted.
    metadata.uid = dice.uid();
    const result = admit(named, { operation: 'create', ...lookupsOf(state), now: timeOf(now()) });
    if ('problems' in result)
      return { refused: `${shown} is invalid: ${result.problems.map(describeProblem).join(', ')}`, reason: 'Invalid' };
    if ('forbidden' in result)
      return { refused: `${shown} is forbidden: ${result.forbidden.join(', ')}`, reason: 'Forbidden' };
    const { object } = result;
    const asked = askQuotas(state, object, new Date(now()));
    if ('refused' in asked) return { refused: `${shown} is forbidden: ${asked.refused}`, reason: 'Forbidden' };
    for (const { quota, status } of asked.charged) this.updateStatus({ ...quota, status });
    const made = {
      ...object,
      metadata: {
        ...object.metadata,
        creationTimestamp: timeOf(now()),
        ...(countsOf(object) === undefined && kind !== 'Pod' ? {} : { generation: 1 }),
      },
    };
    return { object: commit({ op: 'create', object: made, before: null }) };
  }

  /** Stores an object as it is: Events, which nothing is filled in of. */
  put(object: KubernetesObject): KubernetesObject {
    const { state, commit } = this.#place;
    const before = state.get(object.kind, object.metadata.namespace ?? '', object.metadata.name) ?? null;
    return commit({ op: before === null ? 'create' : 'update', object, before });
  }

  update(object: KubernetesObject): KubernetesObject {
    const before = this.#stored(object);
    if (before === undefined) return object;
    const counts = countsOf(object) ?? [];
    const { generation = 1 } = before.metadata;
    const changed = counts.some((field) => !equalJson(fieldOf(object, field), fieldOf(before, field)));
    const counted = changed ? { ...object, metadata: { ...object.metadata, generation: generation + 1 } } : object;
    return this.#change(before, counted);
  }

  updateStatus(object: KubernetesObject): KubernetesObject {
    const before = this.#stored(object);
    return before === undefined ? object : this.#change(before, object);
  }

  delete(object: KubernetesObject, options: DeleteOptions = {}): void {
    const before = this.#stored(object);
    if (before === undefined) return;
    const { outcome, object: after } = beginDeletion(before, options, timeOf(this.#place.now()));
    if (outcome === 'gone') this.#place.commit({ op: 'delete', object: after, before });
    else if (outcome === 'marked') this.#change(before, after);
  }

  /** An object goes, although finalizers hold it. */
  remove(object: KubernetesObject): void {
    const before = this.#stored(object);
    if (before !== undefined) this.#place.commit({ op: 'delete', object: before, before });
  }

  /** An update that leaves the object as it is changes nothing, as at an API server. */
  #change(before: KubernetesObject, after: KubernetesObject): KubernetesObject {
    if (equalJson(before, after)) return before;
    const op = endsWith(before, after) ? 'delete' : 'update';
    return this.#place.commit({ op, object: after, before });
  }

  /** The object as it is stored, if it is still the one. */
  #stored({ kind, metadata }: KubernetesObject): KubernetesObject | undefined {
    const stored = this.#place.state.get(kind, metadata.namespace ?? '', metadata.name);
    return stored?.metadata.uid === metadata.uid ? stored : undefined;
  }

  #named(object: KubernetesObject): KubernetesObject {
    const { kind, metadata } = object;
    if (metadata.name !== '' || metadata.generateName === undefined) return object;
    const { state, dice } = this.#place;
    const prefix = metadata.generateName.slice(0, LONGEST_PREFIX);
    let name = '';
    do name = `${prefix}${dice.suffix()}`;
    while (state.get(kind, metadata.namespace ?? '', name) !== undefined);
    return { ...object, metadata: { ...metadata, name } };
  }
}

/** As the API server names it in its answers: `pods`, `replicasets.apps`. */
function resourceOf({ kind, apiVersion }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.slice(0, apiVersion.indexOf('/'))}` : '';
  return `${findKindByName(kind)?.plural ?? kind.toLowerCase()}${group}`;
}

function isTerminating(namespace: KubernetesObject | undefined): boolean {
  return namespace?.metadata.deletionTimestamp !== undefined;
}

/** The fields whose changes a kind counts; undefined where it counts none. */
function countsOf({ kind }: KubernetesObject): readonly string[] | undefined {
  const description = findKindByName(kind);
  return description?.countsGeneration === true ? description.generationCounts : undefined;
}

function fieldOf(object: KubernetesObject, path: string): unknown {
  let found: unknown = object;
  for (const field of path.split('.')) found = ownField(found as Readonly<Record<string, unknown>>, field);
  return found;
}

function copyOf(object: KubernetesObject): KubernetesObject {
  return JSON.parse(JSON.stringify(object)) as KubernetesObject;
}
