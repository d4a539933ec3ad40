import { equalJson } from '#json';
import {
  addAmounts,
  allKinds,
  equalAmounts,
  printAmounts,
  readAmounts,
  type Amounts,
  type KubernetesObject,
  type Pod,
  type ResourceQuota,
} from '#kubernetes';
import { chargeOf, evaluatorOf, initialOfNamespace, nothingUsed } from '#api-server';
import { hasEnded } from '../../pods/index.js';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, keyOf, ofKey } from '../../state/index.js';

/** How often all quotas are counted. // as ResourceQuotaSyncPeriod */
const PERIOD_MS = 300_000;
const RESYNC = 'all';

/** What changes in a way that quotas count, beside what comes and goes. */
const COUNTED_WHEN_CHANGED: ReadonlySet<string> = new Set(['PersistentVolumeClaim', 'Pod', 'Service']);

/**
 * Counts what is used of quotas: what is new is charged where it is admitted, and what ends or goes is given back here.
 * Reads quotas and all that they limit. Timers: every 5 minutes all quotas are counted, while that may give something
 * back, or put right what a client wrote.
 * // as kubernetes v1.34 pkg/controller/resourcequota
 */
export class QuotaController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before, by }: Change): Iterable<string> {
    if (object.kind === 'ResourceQuota') {
      // Its status is written here, and where objects are admitted.
      const isNew = before === null || !equalHard(hardOf(before), hardOf(object));
      if (op !== 'delete' && isNew) yield keyOf(object);
      else if (op === 'update' && by === null) this.#resyncAfter(this.#context.now);
    } else if (op === 'update' && isGoing(object)) this.#resyncWhenLate([object]);
    if (op === 'delete' || (before !== null && givesBack(before, object))) yield* this.#concerned(object);
  }

  sync(key: string): void {
    const { state, now } = this.#context;
    if (key === RESYNC) return this.#resync();
    const quota = state.get('ResourceQuota', ...ofKey(key)) as ResourceQuota | undefined;
    if (quota === undefined) return;
    const { hard = {} } = quota.spec;
    const used = this.#used(quota, new Date(now));
    const { status } = quota;
    const isRight =
      status?.used !== undefined && equalHard(status.hard, hard) && equalAmounts(readAmounts(status.used), used);
    if (!isRight) this.#context.updateStatus({ ...quota, status: { hard, used: printAmounts(used) } });
  }

  /** // as enqueueAll */
  #resync(): void {
    const { state } = this.#context;
    for (const quota of state.list('ResourceQuota')) this.#context.enqueue(keyOf(quota));
    this.#resyncWhenLate([...state.list('Pod')].filter(isGoing));
  }

  /** Pods that are there long after they should be gone are not charged any more, which no change tells. */
  #resyncWhenLate(going: readonly KubernetesObject[]): void {
    const { state, now } = this.#context;
    const isLimited = ({ metadata: { namespace = '' } }: KubernetesObject): boolean =>
      !state.list('ResourceQuota', namespace)[Symbol.iterator]().next().done;
    const late = going.filter((object) => object.kind === 'Pod' && isLimited(object)).map(chargedUntil);
    const next = Math.min(...late.filter((at) => at >= now));
    if (next !== Infinity) this.#resyncAfter(next);
  }

  #resyncAfter(at: number): void {
    this.#context.wakeBy(RESYNC, at - (at % PERIOD_MS) + PERIOD_MS);
  }

  #used({ metadata: { namespace = '' }, spec }: ResourceQuota, at: Date): Amounts {
    let used = nothingUsed(spec);
    for (const { kind } of allKinds().filter((one) => isAbout(spec, one.kind)))
      for (const object of this.#content(kind, namespace)) used = addAmounts(used, chargeOf(spec, object, at));
    return used;
  }

  /** What a namespace has, with what it begins with: that is in the state only when a request has changed it. */
  *#content(kind: string, namespace: string): Iterable<KubernetesObject> {
    const { state, time } = this.#context;
    yield* state.list(kind, namespace);
    const initial = initialOfNamespace(kind, { namespace, createdAt: time });
    if (initial !== undefined && state.get(kind, namespace, initial.metadata.name) === undefined) yield initial;
  }

  /** The quotas of its namespace that count objects of its kind. */
  *#concerned({ kind, metadata: { namespace = '' } }: KubernetesObject): Iterable<string> {
    if (namespace === '') return;
    for (const quota of this.#context.state.list('ResourceQuota', namespace))
      if (isAbout((quota as ResourceQuota).spec, kind)) yield keyOf(quota);
  }
}

/** Whether objects of a kind may count in a quota. */
function isAbout({ hard = {} }: ResourceQuota['spec'], kind: string): boolean {
  const evaluator = evaluatorOf(kind);
  return evaluator !== undefined && Object.keys(hard).some((resource) => evaluator.tracks(resource));
}

function hardOf(quota: KubernetesObject): ResourceQuota['spec']['hard'] {
  return (quota as ResourceQuota).spec.hard ?? {};
}

function equalHard(one: ResourceQuota['spec']['hard'], other: ResourceQuota['spec']['hard']): boolean {
  return one !== undefined && equalAmounts(readAmounts(one), readAmounts(other ?? {}));
}

/** How long a pod that is deleted is charged, in milliseconds since 1970. // as QuotaV1Pod */
function chargedUntil({
  metadata: { deletionTimestamp = '', deletionGracePeriodSeconds = 0 },
}: KubernetesObject): number {
  return Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1_000;
}

/** Whether an object counts otherwise than before. */
function givesBack(before: KubernetesObject, object: KubernetesObject): boolean {
  if (!COUNTED_WHEN_CHANGED.has(object.kind)) return false;
  if (object.kind === 'Pod' && hasEnded(object as Pod) !== hasEnded(before as Pod)) return true;
  return !equalJson(before['spec'], object['spec']);
}
