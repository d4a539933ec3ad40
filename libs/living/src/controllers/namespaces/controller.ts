import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, keyOf, ofKey } from '../../state/index.js';
import { hasEnded } from '../../pods/index.js';
import { conditionsOf, type NamespaceCondition, type Remaining } from './conditions.js';

/** So long content may still come in that was under way when the deletion began. // as namespaceDeletionGracePeriod */
const GRACE_MS = 5_000;
/** What remains without saying for how long is looked at again after this. // as finalizerEstimateSeconds */
const ESTIMATE_SECONDS = 15;
/** After a failure it is looked at again at least so often. // as nsControllerRateLimiter */
const LONGEST_RETRY_MS = 60_000;

const BACKGROUND = { propagationPolicy: 'Background' } as const;

interface Namespace extends KubernetesObject {
  spec?: { readonly finalizers?: readonly string[] };
  status?: { readonly phase?: string; readonly conditions?: readonly NamespaceCondition[] };
}

/**
 * Empties namespaces that are deleted: first all pods, and when none is left everything else. Reads namespaces and all
 * that is in them. Timers: when to look at it first, and again.
 * // as kubernetes v1.34 pkg/controller/namespace with OrderedNamespaceDeletion
 */
export class NamespaceController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object }: Change): Iterable<string> {
    if (object.kind === 'Namespace' && op !== 'delete' && isGoing(object))
      this.#context.wakeBy(keyOf(object), this.#context.now + GRACE_MS);
    return [];
  }

  sync(key: string): void {
    const namespace: Namespace | undefined = this.#context.state.get('Namespace', ...ofKey(key));
    if (namespace === undefined || !isGoing(namespace) || isFinalized(namespace)) return;
    const { name } = namespace.metadata;
    const pods = [...this.#context.state.list('Pod', name)] as Pod[];
    if (pods.length > 0) return this.#emptyOfPods(namespace, pods);
    const content = this.#context.state.content(name);
    for (const object of content) this.#context.delete(object, BACKGROUND);
    const remaining = this.#context.state.content(name);
    const written = this.#say(namespace, { remaining });
    if (remaining.length > 0) this.#lookIn(namespace, ESTIMATE_SECONDS);
    else this.#finish(written);
  }

  /**
   * The same of pods, of which the conditions say nothing but when they are there after their time, though no finalizer
   * holds them. // as deleteAllContentForGroupVersionResource
   */
  #emptyOfPods(namespace: Namespace, pods: readonly Pod[]): void {
    const { state, now } = this.#context;
    const { name, deletionTimestamp = '' } = namespace.metadata;
    const grace = graceOf(pods);
    for (const pod of pods) this.#context.delete(pod, BACKGROUND);
    const left = [...state.list('Pod', name)];
    if (left.length === 0) return this.#context.enqueue(keyOf(namespace));
    const hasTime = now - Date.parse(deletionTimestamp) < grace * 1_000;
    const isHeld = left.some(({ metadata }) => (metadata.finalizers ?? []).length > 0);
    if (hasTime || isHeld) {
      this.#say(namespace, { remaining: [] });
      return this.#lookIn(namespace, hasTime ? grace : ESTIMATE_SECONDS);
    }
    const failure = `unexpected items still remain in namespace: ${name} for gvr: /v1, Resource=pods`;
    this.#say(namespace, { remaining: [], failure });
    this.#context.retry(keyOf(namespace), LONGEST_RETRY_MS);
  }

  #say(namespace: Namespace, said: { readonly remaining: Remaining; readonly failure?: string }): Namespace {
    const before = namespace.status?.conditions ?? [];
    const conditions = conditionsOf(before, { ...said, time: this.#context.time });
    if (equalJson(before, conditions)) return namespace;
    return this.#context.updateStatus({ ...namespace, status: { ...namespace.status, conditions } });
  }

  #lookIn(namespace: Namespace, estimate: number): void {
    const seconds = Math.floor(estimate / 2) + 1;
    this.#context.wakeBy(keyOf(namespace), this.#context.now + seconds * 1_000);
  }

  #finish(namespace: Namespace): void {
    const finalizers = (namespace.spec?.finalizers ?? []).filter((one) => one !== 'kubernetes');
    const { finalizers: _, ...spec } = namespace.spec ?? {};
    const lifted = { ...namespace, spec: { ...spec, ...(finalizers.length > 0 && { finalizers }) } };
    const written = this.#context.updateStatus(lifted);
    const isHeld = finalizers.length > 0 || (written.metadata.finalizers ?? []).length > 0;
    if (!isHeld) this.#context.delete(written);
  }
}

/** Other finalizers may still hold the namespace. // as finalized */
function isFinalized({ spec }: Namespace): boolean {
  return (spec?.finalizers ?? []).every((one) => one !== 'kubernetes');
}

/** The longest time that pods which have not ended have for their end, in seconds. */
function graceOf(pods: readonly Pod[]): number {
  const seconds = pods
    .filter((pod) => !hasEnded(pod))
    .map(
      ({ spec }) => (spec as { readonly terminationGracePeriodSeconds?: number }).terminationGracePeriodSeconds ?? 0,
    );
  return Math.max(0, ...seconds);
}
