import { mergePatch } from '#json';
import { admit, findKindByName, taintNewNode, type KubernetesObject, type ObjectSubresource } from '#kubernetes';
import { beginDeletion, endsWith, type DeleteOptions } from '#api-server';
import { describeProblem } from '#apimachinery';
import { defaultProfile } from '#scheduler';
import { timeOf } from '../clock/index.js';
import { allControllers } from '../controllers/index.js';
import type { KubeletModel } from '../controllers/kubelet/index.js';
import { LivingCluster, type Change, type ControllerEntry, type KeptState, type Moment } from '../engine/index.js';
import { Dice } from '../seed/index.js';
import { lookupsOf } from '../writes/index.js';

/** An answer: an object, or the code and reason of a refusal. */
export type Answer = { readonly object: KubernetesObject } | { readonly code: number; readonly reason: string };

const profile = defaultProfile();
const profileOf = (name: string): typeof profile | undefined => (name === 'default-scheduler' ? profile : undefined);

/** All controllers, with kubelets that have a model of their own. */
export function controllersWith(kubelet: KubeletModel | null): readonly ControllerEntry[] {
  return allControllers({ profileOf, seed: 1n }, kubelet);
}
export const CONTROLLERS = controllersWith(null);

/** What a test begins with; as the recordings do, unless it says otherwise. */
interface TestBeginning {
  readonly controllers?: readonly ControllerEntry[];
  /** What another cluster was. */
  readonly continued?: {
    readonly api: TestApi;
    readonly objects: readonly KubernetesObject[];
    readonly state: KeptState;
    readonly position: number;
  };
}

/** A living cluster behind the part of an API server that scenarios need. */
export class TestApi {
  readonly cluster: LivingCluster;
  readonly changes: Change[] = [];
  readonly #dice: Dice;
  /** How many requests there were. */
  requests: number;

  constructor({ controllers = CONTROLLERS, continued }: TestBeginning = {}) {
    const earlier = continued?.api;
    this.#dice = new Dice('requests', earlier?.draws);
    this.requests = earlier?.requests ?? 0;
    this.cluster = new LivingCluster({
      objects: continued?.objects ?? [],
      now: earlier?.cluster.now ?? Date.parse('2026-01-05T00:00:00Z'),
      seed: '1',
      controllers,
      ...(continued && { kept: continued.state, position: continued.position }),
    });
  }

  /** How often uids were drawn for requests. */
  get draws(): number {
    return this.#dice.draws;
  }

  create(given: KubernetesObject): Answer {
    const { state } = this.cluster;
    const object = JSON.parse(JSON.stringify(given)) as KubernetesObject;
    object.metadata.uid = this.#dice.uid();
    const { namespace = '' } = object.metadata;
    const space = namespace === '' ? undefined : state.get('Namespace', '', namespace);
    if (space?.metadata.deletionTimestamp !== undefined) return { code: 403, reason: 'Forbidden' };
    const result = admit(object, { operation: 'create', ...lookupsOf(state), now: this.time });
    if (!('object' in result)) return this.#refused(result);
    const made = result.object;
    const counts = findKindByName(made.kind)?.countsGeneration === true || made.kind === 'Pod';
    const metadata = { ...made.metadata, creationTimestamp: this.time, ...(counts && { generation: 1 }) };
    const whole = { ...made, metadata };
    return {
      object: this.#put(made.kind === 'Node' ? taintNewNode(whole) : made.kind === 'Namespace' ? active(whole) : whole),
    };
  }

  patch({ kind, namespace = '', name, patch, subresource }: PatchRequest): Answer {
    const { state } = this.cluster;
    const before = state.get(kind, namespace, name);
    if (before === undefined) return { code: 404, reason: 'NotFound' };
    const patched = mergePatch(before, patch) as KubernetesObject;
    const given =
      subresource === 'status' ? { ...before, status: patched['status'] } : { ...patched, status: before['status'] };
    const copy = JSON.parse(JSON.stringify(given)) as KubernetesObject;
    const result = admit(copy, {
      operation: 'update',
      old: before,
      ...lookupsOf(state),
      now: this.time,
      ...(subresource !== undefined && { subresource }),
    });
    if (!('object' in result)) return this.#refused(result);
    const { object } = result;
    const { generation } = before.metadata;
    const changed = (findKindByName(kind)?.generationCounts ?? []).some(
      (path) => JSON.stringify(at(object, path)) !== JSON.stringify(at(before, path)),
    );
    const counted = generation !== undefined && changed && subresource !== 'status';
    if (counted) object.metadata.generation = generation + 1;
    if (!endsWith(before, object)) return { object: this.#put(object) };
    this.#apply({ op: 'delete', object });
    return { object };
  }

  delete(kind: string, namespace: string, name: string, options: DeleteOptions = {}): Answer {
    const before = this.cluster.state.get(kind, namespace, name);
    if (before === undefined) return { code: 404, reason: 'NotFound' };
    const { outcome, object } = beginDeletion(before, options, this.time);
    if (outcome === 'gone') this.#apply({ op: 'delete', object: before });
    else if (outcome === 'marked') this.#put(object);
    return { object };
  }

  advance(ms: number): void {
    this.#run(this.cluster.advanceTo(this.cluster.now + ms));
  }

  settle(quietMs = 3_000, atMostMs = 120_000): void {
    this.#run(this.cluster.settle({ quietMs, atMostMs }));
  }

  get time(): string {
    return timeOf(this.cluster.now);
  }

  #run(moments: Iterable<Moment>): void {
    for (const { changes } of moments) this.changes.push(...changes);
  }

  #put(object: KubernetesObject): KubernetesObject {
    return this.#apply({ op: 'put', object }) ?? object;
  }

  #apply(change: Parameters<LivingCluster['apply']>[0][number]): KubernetesObject | undefined {
    this.requests += 1;
    const changes = this.cluster.apply([change], `request ${this.requests}`);
    this.changes.push(...changes);
    return changes.at(0)?.object;
  }

  #refused(result: ReturnType<typeof admit>): Answer {
    if ('problems' in result)
      return { code: 422, reason: `Invalid ${result.problems.map(describeProblem).join(', ')}` };
    return { code: 403, reason: 'Forbidden' };
  }
}

interface PatchRequest {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly patch: unknown;
  readonly subresource?: ObjectSubresource;
}

function active(namespace: KubernetesObject): KubernetesObject {
  return { ...namespace, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
}

function at(object: KubernetesObject, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], object);
}
