import type { PodName } from '#audit';
import { findKindByName, mergePatch } from '#kubernetes';
import type { ObjectPatch } from '#scheduler';
import {
  type Change,
  admitted,
  bindingStatus,
  changeOf,
  countGeneration,
  keyOf,
  lookupsOf,
  type Manifest,
  type ObjectKey,
  same,
  type StoredObject,
  type BudgetBook,
} from '#cluster';
import { evictionChange } from './eviction.js';
import type { PlannedBinding, PlannedEffect } from './planned-effect.js';

/** A binding, and the position that its change takes. */
export interface PlacedBinding extends PlannedBinding {
  readonly position: bigint;
}

/** Where the changes of a part begin, and what they change. */
export interface ChangesInput {
  /** Every object that anything but a binding happens to, as it is at the head. */
  readonly present: ReadonlyMap<string, StoredObject>;
  /** The changes take the positions after this one. */
  readonly after: bigint;
  readonly at: Date;
}

/** The changes of a part, in the order in which they happened, and the rows that they lead to. */
export class PartChanges {
  readonly changes: Change[] = [];
  /** Pods that are bound and that nothing else happens to: their manifests need not be read. */
  readonly bindings: PlacedBinding[] = [];
  readonly #objects: Map<string, StoredObject>;
  readonly #gone = new Map<string, PodName>();
  readonly #written = new Set<string>();

  constructor(private readonly input: ChangesInput) {
    this.#objects = new Map(input.present);
  }

  /** Objects in their new versions. */
  get written(): StoredObject[] {
    return [...this.#written].flatMap((key) => (this.#gone.has(key) ? [] : (this.#objects.get(key) ?? [])));
  }

  /** Pods that are there no more. */
  get gone(): PodName[] {
    return [...this.#gone.values()];
  }

  add(effect: PlannedEffect): void {
    switch (effect.op) {
      case 'bind':
        return this.#bind(effect);
      case 'nominate':
        return this.#nominate(effect.pod, effect.node);
      case 'evict':
        return this.#evict(effect);
      case 'patch':
        return this.#patch(effect.patch);
    }
  }

  /** The budgets whose status the effects moved. */
  addBudgets(budgets: BudgetBook): void {
    for (const { object, createdPosition } of budgets.outdated()) this.#put({ object, createdPosition });
  }

  /** The log keeps the patch, not the pod. */
  #bind(binding: PlannedBinding): void {
    const {
      pod: { namespace, name, uid },
      node,
    } = binding;
    const stored = this.#objects.get(keyOf(podKey(binding.pod)));
    const status = bindingStatus(stored === undefined ? binding.status : stored.object.status, this.input.at);
    this.changes.push({
      op: 'bind',
      apiVersion: 'v1',
      kind: 'Pod',
      namespace,
      name,
      uid,
      body: { spec: { nodeName: node }, status },
    });
    if (stored === undefined) {
      this.bindings.push({ ...binding, position: this.#position });
      return;
    }
    const { object } = stored;
    this.#keep({
      ...stored,
      object: { ...object, spec: { ...object.spec, nodeName: node }, status: { ...object.status, ...status } },
    });
  }

  #nominate(pod: PodName, node: string | null): void {
    const stored = this.#find(podKey(pod));
    const { nominatedNodeName: before = '', ...status } = (stored.object.status ?? {}) as {
      nominatedNodeName?: string;
    };
    if (before === (node ?? '')) return;
    this.#put({
      ...stored,
      object: { ...stored.object, status: node === null ? status : { ...status, nominatedNodeName: node } },
    });
  }

  #evict({ pod, preemptor }: Extract<PlannedEffect, { op: 'evict' }>): void {
    const { object } = this.#find(podKey(pod));
    this.changes.push(evictionChange(object, preemptor, this.input.at));
    this.#gone.set(keyOf(podKey(pod)), pod);
  }

  /** @throws when the plugin that asked for it made something that no writer may write. */
  #patch({ kind, namespace, name, patch }: ObjectPatch): void {
    const stored = this.#find(objectKey({ kind, namespace, name }));
    const { object: old } = stored;
    const patched = mergePatch(old, patch) as Manifest;
    const admission = admitted(patched, { operation: 'update', old, ...lookupsOf([]) });
    if (admission.refused)
      throw new Error(
        `the patch of ${kind} ${namespace ?? ''}/${name} was refused: ${JSON.stringify(admission.refusal)}`,
      );
    if (same(admission.value, old)) return;
    this.#put({ ...stored, object: countGeneration(admission.value, !same(admission.value.spec, old.spec)) });
  }

  #find(key: ObjectKey): StoredObject {
    const stored = this.#objects.get(keyOf(key));
    if (stored === undefined || this.#gone.has(keyOf(key))) throw new Error(`${keyOf(key)} is not there`);
    return stored;
  }

  #put({ object, createdPosition }: Pick<StoredObject, 'object' | 'createdPosition'>): void {
    this.changes.push(changeOf('update', object));
    this.#keep({ object, createdPosition });
  }

  #keep({ object, createdPosition }: Pick<StoredObject, 'object' | 'createdPosition'>): void {
    this.#objects.set(keyOf(object), { object, createdPosition, resourceVersion: this.#position });
    this.#written.add(keyOf(object));
  }

  /** Of the change that was added last. */
  get #position(): bigint {
    return this.input.after + BigInt(this.changes.length);
  }
}

/** The objects that anything but a binding happens to, each once. */
export function touchedObjects(effects: readonly PlannedEffect[]): ObjectKey[] {
  const touched = new Map<string, ObjectKey>();
  for (const effect of effects) {
    if (effect.op === 'bind') continue;
    const key = effect.op === 'patch' ? objectKey(effect.patch) : podKey(effect.pod);
    touched.set(keyOf(key), key);
  }
  return [...touched.values()];
}

function podKey({ namespace, name }: PodName): ObjectKey {
  return { kind: 'Pod', metadata: { namespace, name } };
}

/** @throws for a kind that is not kept: a plugin made it up. */
function objectKey({ kind, namespace, name }: Pick<ObjectPatch, 'kind' | 'namespace' | 'name'>): ObjectKey {
  if (findKindByName(kind) === undefined) throw new Error(`a patch of kind ${kind}, which is not kept`);
  return { kind, metadata: { ...(namespace === null ? {} : { namespace }), name } };
}
