import type { PodName } from '#audit';
import { withNotScheduled } from '#cluster';
import { mergePatch } from '#json';
import { findKindByName, type Mutation } from '#kubernetes';
import type { ObjectPatch } from '#scheduler';
import { bindingStatus, keyOf, type Manifest, type ObjectKey, type StoredObject } from '#rows';
import { admitted, countGeneration, ADMISSION_DEFAULTS, lookupsOf, same, type Draft } from '#writes';
import { evictionChange } from './eviction.js';
import type { PlannedBinding, PlannedEffect, PlannedFailure } from '../decide/index.js';

/** What effects are drafted into, and what they happen to. */
interface Drafting {
  readonly draft: Draft;
  /** Every object that anything but a binding happens to, or another condition, as it is at the head. */
  readonly present: ReadonlyMap<string, StoredObject>;
}

/** Drafts the effects of a part: changes in the order in which they happen, and the rows that they lead to. */
export function draftEffects(effects: readonly PlannedEffect[], drafting: Drafting): void {
  const drafter = new EffectDrafter(drafting);
  for (const effect of effects) drafter.add(effect);
}

class EffectDrafter {
  readonly #draft: Draft;
  readonly #present: ReadonlyMap<string, StoredObject>;

  constructor({ draft, present }: Drafting) {
    this.#draft = draft;
    this.#present = present;
  }

  add(effect: PlannedEffect): void {
    switch (effect.op) {
      case 'bind':
        return this.#bind(effect);
      case 'nominate':
        return this.#nominate(effect.pod, effect.node);
      case 'fail':
        return this.#fail(effect);
      case 'evict':
        return this.#evict(effect);
      case 'patch':
        return this.#patch(effect.patch);
    }
  }

  #bind({ pod, node, status: decided }: PlannedBinding): void {
    const to = { ...pod, node };
    const stored = this.#present.size === 0 ? undefined : this.#now(podKey(pod));
    const { at } = this.#draft;
    const status = bindingStatus(stored === undefined ? decided : stored.object.status, at);
    const patch = { spec: { nodeName: node }, status };
    if (stored === undefined) return this.#draft.bind(to, patch);
    const { object, createdPosition } = stored;
    const bound = { ...object, spec: { ...object.spec, nodeName: node }, status: { ...object.status, ...status } };
    this.#draft.bindWhole(to, patch, { object: bound, createdPosition });
  }

  #nominate(pod: PodName, node: string | null): void {
    const stored = this.#find(podKey(pod));
    const object = withView(stored.object, node);
    if (object !== stored.object) this.#put({ ...stored, object });
  }

  #fail({ pod, decided, inView, ...said }: PlannedFailure): void {
    const stored = this.#present.size === 0 ? undefined : this.#now(podKey(pod));
    const before = stored?.object ?? (decided as Manifest);
    const reported = withNotScheduled(before, said, this.#draft.at);
    const object = inView === undefined ? reported : withView(reported, inView);
    if (object === before) return;
    if (stored === undefined) this.#draft.sayConditions(object);
    else this.#put({ ...stored, object });
  }

  #evict({ pod, preemptor }: Extract<PlannedEffect, { op: 'evict' }>): void {
    const { object } = this.#find(podKey(pod));
    this.#draft.remove(object, evictionChange(object, preemptor, this.#draft.at));
  }

  /** @throws when the plugin that asked for it made something that no writer may write. */
  #patch({ kind, namespace, name, patch }: ObjectPatch): void {
    const stored = this.#find(objectKey({ kind, namespace, name }));
    const { object: old } = stored;
    const patched = mergePatch(old, patch) as Manifest;
    const admission = admitted(patched, {
      operation: 'update',
      old,
      ...lookupsOf([], { settings: ADMISSION_DEFAULTS, at: this.#draft.at }),
    });
    if (admission.refused)
      throw new Error(
        `the patch of ${kind} ${namespace ?? ''}/${name} was refused: ${JSON.stringify(admission.refusal)}`,
      );
    const { object, mutations } = admission.value;
    if (same(object, old)) return;
    this.#put({ ...stored, object: countGeneration(object, old) }, mutations);
  }

  #find(key: ObjectKey): Existing {
    const found = this.#now(key);
    if (found === undefined) throw new Error(`${keyOf(key)} is not there`);
    return found;
  }

  /** An object as the draft has it by now; undefined when it is gone, or nothing but a binding happens to it. */
  #now(key: ObjectKey): Existing | undefined {
    const present = this.#present.get(keyOf(key));
    const drafted = this.#draft.find(key);
    if (present === undefined || drafted === 'gone') return undefined;
    return { object: drafted?.object ?? present.object, createdPosition: present.createdPosition };
  }

  #put({ object, createdPosition }: Existing, mutations?: readonly Mutation[]): void {
    this.#draft.update(object, createdPosition, mutations);
  }
}

/** The pod with this node in view, or with none; the same pod where it is so. */
function withView(pod: Manifest, node: string | null): Manifest {
  const { nominatedNodeName: before = '', ...status } = (pod.status ?? {}) as { nominatedNodeName?: string };
  if (before === (node ?? '')) return pod;
  return { ...pod, status: node === null ? status : { ...status, nominatedNodeName: node } };
}

type Existing = Pick<StoredObject, 'object' | 'createdPosition'>;

/** The objects that anything but a binding happens to, or another condition, each once. */
export function touchedObjects(effects: readonly PlannedEffect[]): ObjectKey[] {
  const touched = new Map<string, ObjectKey>();
  for (const effect of effects) {
    if (effect.op === 'bind' || (effect.op === 'fail' && effect.inView === undefined)) continue;
    const key = effect.op === 'patch' ? objectKey(effect.patch) : podKey(effect.pod);
    touched.set(keyOf(key), key);
  }
  return [...touched.values()];
}

function podKey({ namespace, name }: PodName): ObjectKey {
  return { kind: 'Pod', metadata: { namespace, name } };
}

/** @throws for a kind that is not stored: a plugin made it up. */
function objectKey({ kind, namespace, name }: Pick<ObjectPatch, 'kind' | 'namespace' | 'name'>): ObjectKey {
  if (findKindByName(kind) === undefined) throw new Error(`a patch of kind ${kind}, which is not kept`);
  return { kind, metadata: { ...(namespace === null ? {} : { namespace }), name } };
}
