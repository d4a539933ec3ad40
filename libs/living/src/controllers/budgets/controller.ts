import { equalJson } from '#json';
import {
  compileLabelSelector,
  findKindByName,
  type KubernetesObject,
  type Pod,
  type PodDisruptionBudget,
} from '#kubernetes';
import type { NewEvent } from '../../events/index.js';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerOf, keyOf, ofKey } from '../../state/index.js';
import { countedStatus, failedStatus, recheckAt, scaled, type BudgetStatus, type Expected } from './status.js';

/** The component that its Events name. */
const COMPONENT = 'controllermanager';

/**
 * Says of PodDisruptionBudgets how many of their pods may be disrupted. Reads budgets, pods, and what controls them.
 * Timers: when a disruption that was announced is believed in no more, and after a failure.
 * // as kubernetes v1.34 pkg/controller/disruption
 */
export class BudgetController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'PodDisruptionBudget' && op !== 'delete') yield keyOf(object);
    if (object.kind !== 'Pod') return;
    const { namespace = '' } = object.metadata;
    const sides = [before, object].flatMap((one) => one ?? []) as Pod[];
    for (const budget of this.#context.state.list('PodDisruptionBudget', namespace) as Iterable<PodDisruptionBudget>)
      if (sides.some(selectedBy(budget))) yield keyOf(budget);
  }

  sync(key: string): void {
    const { state, now, time } = this.#context;
    const budget = state.get('PodDisruptionBudget', ...ofKey(key)) as PodDisruptionBudget | undefined;
    if (budget === undefined) return this.#context.succeeded(key);
    const pods = ([...state.list('Pod', budget.metadata.namespace)] as Pod[]).filter(selectedBy(budget));
    if (pods.length === 0) this.#say(budget, { type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
    const expected = this.#expected(budget, pods);
    if (typeof expected === 'string') {
      const message = `Failed to calculate the number of expected pods: ${expected}`;
      this.#say(budget, { type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message });
      this.#write(budget, failedStatus(budget, expected, time));
      return this.#context.retry(key);
    }
    this.#context.succeeded(key);
    const status = countedStatus(budget, pods, { expected, now, time });
    this.#write(budget, status);
    const at = recheckAt(status);
    if (at !== Infinity) this.#context.wakeAt(key, at);
  }

  /** How many pods there should be; a text says why that cannot be said. // as getExpectedPodCount */
  #expected(budget: PodDisruptionBudget, pods: readonly Pod[]): Expected | string {
    const { maxUnavailable, minAvailable } = budget.spec;
    if (maxUnavailable === undefined && typeof minAvailable === 'number')
      return { expectedPods: pods.length, desiredHealthy: minAvailable };
    if (maxUnavailable === undefined && minAvailable === undefined) return { expectedPods: 0, desiredHealthy: 0 };
    const expectedPods = this.#scaleOf(budget, pods);
    if (typeof expectedPods === 'string') return expectedPods;
    if (maxUnavailable === undefined) return { expectedPods, desiredHealthy: scaled(minAvailable ?? 0, expectedPods) };
    return { expectedPods, desiredHealthy: Math.max(0, expectedPods - scaled(maxUnavailable, expectedPods)) };
  }

  /** What the controllers of the pods want together; pods without one count nothing. // as getExpectedScale */
  #scaleOf(budget: PodDisruptionBudget, pods: readonly Pod[]): number | string {
    const scales = new Map<string, number>();
    let unmanaged = 0;
    for (const pod of pods) {
      if (controllerOf(pod) === undefined) unmanaged += 1;
      const scale = this.#controllerOf(pod);
      if (typeof scale === 'string') return scale;
      if (scale !== undefined) scales.set(scale.uid, scale.replicas);
    }
    if (unmanaged > 0) this.#sayUnmanaged(budget);
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }

  /** What wants a pod, and how many: the Deployment of a ReplicaSet that has one. */
  #controllerOf(pod: Pod): { readonly uid: string; readonly replicas: number } | string | undefined {
    const direct = controllerOf(pod);
    if (direct === undefined) return undefined;
    const owner = this.#context.state.byUid(direct.uid ?? '');
    if (owner === undefined) return `found no controllers for pod "${pod.metadata.name}"`;
    const above = owner.kind === 'ReplicaSet' ? controllerOf(owner) : undefined;
    const deployment = above?.kind === 'Deployment' ? this.#context.state.byUid(above.uid ?? '') : undefined;
    const scaling = deployment ?? owner;
    const isScaled = scaling.kind === 'Deployment' || findKindByName(scaling.kind)?.scalesPods === true;
    if (!isScaled) return `${resourceOf(scaling)} does not implement the scale subresource`;
    const { replicas = 1 } = scaling['spec'] as { readonly replicas?: number };
    return { uid: scaling.metadata.uid ?? '', replicas };
  }

  #sayUnmanaged(budget: PodDisruptionBudget): void {
    const { matchLabels = {} } = budget.spec.selector ?? {};
    const selector = Object.entries(matchLabels).map(([key, value]) => `${key}:${value}`);
    const message =
      `Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{` +
      `${selector.map((one) => one.replace(':', ': ')).join(',')},},MatchExpressions:[]LabelSelectorRequirement{},}) ` +
      'were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may ' +
      'result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to ' +
      'an integer value.';
    this.#say(budget, { type: 'Warning', reason: 'UnmanagedPods', message });
  }

  #say(about: PodDisruptionBudget, said: Pick<NewEvent, 'type' | 'reason' | 'message'>): void {
    this.#context.record({ about, ...said, component: COMPONENT });
  }

  #write(budget: PodDisruptionBudget, status: BudgetStatus): void {
    if (equalJson({ ...budget.status }, { ...status })) return;
    this.#context.updateStatus({ ...budget, status });
  }
}

/** Whether a budget selects a pod: an empty selector selects all, none selects nothing. */
function selectedBy({ spec, metadata }: PodDisruptionBudget): (pod: Pod) => boolean {
  const matches = spec.selector === undefined ? undefined : compileLabelSelector(spec.selector);
  return (pod) =>
    typeof matches === 'function' &&
    pod.metadata.namespace === metadata.namespace &&
    matches(pod.metadata.labels ?? {});
}

function resourceOf({ kind, apiVersion }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.slice(0, apiVersion.indexOf('/'))}` : '';
  return `${findKindByName(kind)?.plural ?? kind}${group}`;
}
