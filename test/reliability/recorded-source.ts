import { isJsonObject, mergePatch } from '#json';
import type { Manifest } from '#rows';
import { IncrementalExecutor, schedulePod, type Attempt } from '#scheduler';
import type { RealEvent } from '#test-services';
import { applyPlacement } from '../../libs/scheduler/src/testing/index.js';
import type { RecordedResult, Recording } from '../conformance/recording.js';
import { profileOf } from '../conformance/run-scenario.js';
import { scenarioManifests } from '../conformance/scenario-objects.js';
import { snapshotOf, startTime } from '../conformance/scenario-snapshot.js';

/** What is seen of a cluster whose scheduler decides as a recording has it. */
export interface RecordedSource {
  readonly events: readonly RealEvent[];
  /** `namespace/name` of each pod that was decided, with its node. */
  readonly decided: ReadonlyMap<string, string | null>;
}

type Object = Manifest & Readonly<Record<string, unknown>>;

/** Plays a recording as a source: everything there is, and then what kube-scheduler selected, pod by pod. */
export function recordedSource({ scenario, expected }: Recording): RecordedSource {
  const player = new Player(scenarioManifests(scenario).map(identified));
  const snapshot = snapshotOf(scenario);
  const [profile, executor] = [profileOf(scenario), new IncrementalExecutor()];
  for (const [index, result] of expected.results.entries()) {
    const pod = scenario.pods[index];
    if (pod === undefined) throw new Error(`${scenario.id}: pod ${index} is missing`);
    const at = startTime(index);
    const { outcome, selected } = result as { readonly outcome: string; readonly selected?: string };
    if (outcome === 'unschedulable') player.fail(result, at, scenario.options?.nominateAfterPreemption === true);
    if (outcome !== 'scheduled' || selected === undefined) continue;
    const input = { profile, snapshot, executor, pod, tieBreak: { rule: 'first' }, ordinal: index } as const;
    const attempt = schedulePod(input).next().value as Attempt;
    applyPlacement(snapshot, attempt, at);
    // What a scheduler writes before it binds: volumes and claims.
    for (const { kind, namespace, name, patch } of attempt.patches)
      player.change({ kind, namespace: namespace ?? '', name }, patch, at);
    player.bind(String(result['pod']), selected, at);
  }
  return player;
}

function identified(object: object): Object {
  const { metadata, ...rest } = object as Object;
  const { namespace, name, uid = namespace === undefined ? `${rest.kind} ${name}` : `${namespace}/${name}` } = metadata;
  return { ...rest, metadata: { ...metadata, uid } };
}

class Player {
  readonly events: RealEvent[] = [];
  readonly decided = new Map<string, string | null>();
  readonly #objects = new Map<string, Object>();

  constructor(objects: readonly Object[]) {
    for (const object of objects) {
      this.#objects.set(keyOf(object.kind, object.metadata.namespace ?? '', object.metadata.name), object);
      this.events.push({ type: 'ADDED', object, at: startTime(-3_600) });
    }
  }

  change(
    { kind, namespace, name }: { kind: string; namespace: string; name: string },
    patch: unknown,
    at: string,
  ): void {
    const key = keyOf(kind, namespace, name);
    const object = mergePatch(this.#objects.get(key) ?? {}, patch) as Object;
    this.#objects.set(key, object);
    this.events.push({ type: 'MODIFIED', object, at });
  }

  bind(pod: string, node: string, at: string): void {
    this.decided.set(pod, node);
    const status = { nominatedNodeName: null, startTime: this.#statusOf(pod)['startTime'] ?? at };
    this.change(podKey(pod), { spec: { nodeName: node }, status }, at);
  }

  /** No node was found; where preemption found one, the pod has it in view, and less important ones no more. */
  fail(result: RecordedResult, at: string, nominates: boolean): void {
    const pod = String(result['pod']);
    this.decided.set(pod, null);
    const condition = {
      ...{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: result['fitError'] },
      lastTransitionTime: at,
    };
    const { nominatedNode, resultIsNil } = (result['postFilter'] ?? { resultIsNil: true }) as {
      readonly nominatedNode?: string;
      readonly resultIsNil?: boolean;
    };
    const view = nominates && resultIsNil !== true ? { nominatedNodeName: nominatedNode || null } : {};
    this.change(podKey(pod), { status: { conditions: [condition], ...view } }, at);
    if (!nominates || !nominatedNode) return;
    const priority = this.#priorityOf(pod);
    for (const object of [...this.#objects.values()]) {
      const other = `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
      const isNominated = object.kind === 'Pod' && this.#statusOf(other)['nominatedNodeName'] === nominatedNode;
      if (isNominated && other !== pod && this.#priorityOf(other) < priority)
        this.change(podKey(other), { status: { nominatedNodeName: null } }, at);
    }
  }

  #priorityOf(pod: string): number {
    const { namespace, name } = podKey(pod);
    const { spec } = this.#objects.get(keyOf('Pod', namespace, name)) ?? {};
    return isJsonObject(spec) && typeof spec['priority'] === 'number' ? spec['priority'] : 0;
  }

  #statusOf(pod: string): Readonly<Record<string, unknown>> {
    const { namespace, name } = podKey(pod);
    const { status } = this.#objects.get(keyOf('Pod', namespace, name)) ?? {};
    return isJsonObject(status) ? status : {};
  }
}

function podKey(pod: string): { readonly kind: string; readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = pod.split('/');
  return { kind: 'Pod', namespace, name };
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
