import { compileLabelSelector } from '#apimachinery';
import type { KubernetesObject, Pod, PodDisruptionBudget } from '#kubernetes';
import type { NewEvent } from '../../events/index.js';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { withCondition } from '../../pods/index.js';
import { keyOf, ofKey } from '../../state/index.js';
import { expectedScale } from './expected.js';
import { staleAt } from './stale.js';
import { countedStatus, failedStatus, isUpToDate, notDeleted, recheckAt, scaled, type Expected } from './status.js';
import { unmanagedMessage } from './unmanaged.js';

/** The component that its Events name. */
const COMPONENT = 'controllermanager';
/** Of a pod that says that it is to be disrupted. */
const STALE = 'stale ';
/** Of a pod that more than one budget selects. */
const SHARED = 'shared ';

/**
 * Says of PodDisruptionBudgets how many of their pods may be disrupted, and of pods that they are not to be disrupted
 * any more. Reads budgets, pods, and what controls them. Timers: when a disruption that was announced is believed in no
 * more. // as kubernetes v1.34 pkg/controller/disruption
 */
export class BudgetController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object }: Change): Iterable<string> {
    if (object.kind === 'PodDisruptionBudget' && op !== 'delete') yield keyOf(object);
    if (object.kind !== 'Pod') return;
    const pod = object as Pod;
    const budgets = this.#budgetsOf(pod);
    // Upstream looks at one of them at random: in the end at all.
    yield* budgets.map(keyOf);
    if (budgets.length > 1 && op !== 'delete') yield SHARED + keyOf(pod);
    if (op !== 'delete' && staleAt(pod) !== undefined) yield STALE + keyOf(pod);
  }

  sync(key: string): void {
    if (key.startsWith(STALE)) return this.#clean(key);
    if (key.startsWith(SHARED)) return this.#sayShared(key.slice(SHARED.length));
    const { state, now, time } = this.#context;
    const budget = state.get('PodDisruptionBudget', ...ofKey(key)) as PodDisruptionBudget | undefined;
    if (budget === undefined) return;
    const pods = ([...state.list('Pod', budget.metadata.namespace)] as Pod[]).filter(selectedBy(budget));
    if (pods.length === 0) this.#say(budget, { type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
    const expected = this.#expected(budget, pods);
    if (typeof expected === 'string') {
      const message = `Failed to calculate the number of expected pods: ${expected}`;
      this.#say(budget, { type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message });
      this.#context.updateStatus({ ...budget, status: failedStatus(budget, expected, time) });
      return;
    }
    for (const pod of notDeleted(budget, pods, now)) this.#sayNotDeleted(budget, pod);
    const status = countedStatus(budget, pods, { expected, now, time });
    if (!isUpToDate(budget, status)) this.#context.updateStatus({ ...budget, status });
    const at = recheckAt(status);
    if (at !== Infinity) this.#context.wakeAt(key, at);
  }

  /** How many pods there should be; a text says why that cannot be said. // as getExpectedPodCount */
  #expected(budget: PodDisruptionBudget, pods: readonly Pod[]): Expected | string {
    const { maxUnavailable, minAvailable, selector } = budget.spec;
    if (maxUnavailable === undefined && typeof minAvailable === 'number')
      return { expectedPods: pods.length, desiredHealthy: minAvailable };
    if (maxUnavailable === undefined && minAvailable === undefined) return { expectedPods: 0, desiredHealthy: 0 };
    const scale = expectedScale(pods, this.#context.state);
    if (typeof scale === 'string') return scale;
    if (scale.hasUnmanaged)
      this.#say(budget, { type: 'Warning', reason: 'UnmanagedPods', message: unmanagedMessage(selector) });
    const expectedPods = scale.replicas;
    if (maxUnavailable === undefined) return { expectedPods, desiredHealthy: scaled(minAvailable ?? 0, expectedPods) };
    return { expectedPods, desiredHealthy: Math.max(0, expectedPods - scaled(maxUnavailable, expectedPods)) };
  }

  /** What a pod says of its disruption is taken back once it is stale. // as syncStalePodDisruption */
  #clean(key: string): void {
    const { state, now, time } = this.#context;
    const pod = state.get('Pod', ...ofKey(key.slice(STALE.length))) as Pod | undefined;
    const at = pod && staleAt(pod);
    if (pod === undefined || at === undefined) return;
    if (at > now) return this.#context.wakeBy(key, at);
    const cleaned = withCondition(pod, { type: 'DisruptionTarget', status: 'False' }, time);
    if (cleaned !== undefined) this.#context.updateStatus(cleaned);
  }

  /** // as getPdbForPod */
  #sayShared(key: string): void {
    const pod = this.#context.state.get('Pod', ...ofKey(key)) as Pod | undefined;
    const [first, second] = pod === undefined ? [] : this.#budgetsOf(pod);
    if (pod === undefined || first === undefined || second === undefined) return;
    const { namespace = '', name } = pod.metadata;
    const message =
      `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  ` +
      `Chose "${first.metadata.name}" arbitrarily.`;
    this.#say(pod, { type: 'Warning', reason: 'MultiplePodDisruptionBudgets', message });
  }

  /** The message names the namespace in place of the budget. // as buildDisruptedPodMap */
  #sayNotDeleted({ metadata: { namespace = '' } }: PodDisruptionBudget, pod: Pod): void {
    const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
    this.#say(pod, { type: 'Warning', reason: 'NotDeleted', message });
  }

  #budgetsOf(pod: Pod): readonly PodDisruptionBudget[] {
    const all = this.#context.state.list('PodDisruptionBudget', pod.metadata.namespace ?? '');
    return ([...all] as PodDisruptionBudget[]).filter((budget) => selectedBy(budget)(pod));
  }

  #say(about: KubernetesObject, said: Pick<NewEvent, 'type' | 'reason' | 'message'>): void {
    this.#context.record({ about, ...said, component: COMPONENT });
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
