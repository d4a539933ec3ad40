import { isJsonObject } from '#json';
import type { Manifest } from '#rows';

/** What a change of an object shows that was decided: that a pod goes to a node, finds none, or is evicted. */
export interface ShownDecision {
  readonly kind: 'bound' | 'failed' | 'evicted';
  /** The kind of the object that shows it. */
  readonly from: string;
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
}

/** The decision that a new version of an object shows; undefined where it shows none. */
export function shownDecision(object: Manifest, old: Manifest | undefined): ShownDecision | undefined {
  if (object.kind === 'Event') return shownByEvent(object, old);
  if (object.kind !== 'Pod') return undefined;
  const { namespace = '', name, uid = '' } = object.metadata;
  const pod = { namespace, name, uid };
  // A pod that came with its node was placed by who made it.
  if (nodeOf(object) !== '' && old !== undefined && nodeOf(old) === '') return { kind: 'bound', from: 'Pod', pod };
  if (isEvictedSince(object, old)) return { kind: 'evicted', from: 'Pod', pod };
  if (nodeOf(object) !== '') return undefined;
  const said = failureOf(object);
  if (said === undefined) return undefined;
  const nominated = nominatedNodeOf(object);
  const isNominated = nominated !== '' && nominated !== (old && nominatedNodeOf(old));
  return isNominated || said !== (old && failureOf(old)) ? { kind: 'failed', from: 'Pod', pod } : undefined;
}

/** Why a pod is on no node, in the words of its scheduler; undefined where it does not say. */
export function unschedulableOf(pod: Manifest): Record<string, unknown> | undefined {
  return conditionsOf(pod).find(({ type, status, reason }) => {
    return type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable';
  });
}

/** Why a pod is evicted; undefined where it does not say that it is. // as DisruptionTarget of kubernetes v1.34 */
export function disruptionOf(pod: Manifest): Record<string, unknown> | undefined {
  return conditionsOf(pod).find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
}

function conditionsOf({ status }: Manifest): readonly Record<string, unknown>[] {
  const { conditions } = isJsonObject(status) ? status : {};
  return Array.isArray(conditions) ? (conditions as readonly unknown[]).filter(isJsonObject) : [];
}

/** When a pod that is seen first was evicted is not known. */
function isEvictedSince(object: Manifest, old: Manifest | undefined): boolean {
  if (old === undefined) return false;
  const [now, before] = [object, old].map((one) => {
    const { reason, lastTransitionTime } = disruptionOf(one) ?? {};
    return reason === undefined ? undefined : JSON.stringify([reason, lastTransitionTime]);
  });
  return now !== undefined && now !== before;
}

function failureOf(pod: Manifest): string | undefined {
  const condition = unschedulableOf(pod);
  return condition && JSON.stringify([condition['message'], condition['lastTransitionTime']]);
}

function shownByEvent(event: Manifest, old: Manifest | undefined): ShownDecision | undefined {
  const { reason, involvedObject, regarding } = event as Manifest & Record<string, unknown>;
  const about = isJsonObject(involvedObject) ? involvedObject : regarding;
  if (reason !== 'FailedScheduling' || !isJsonObject(about) || about['kind'] !== 'Pod') return undefined;
  if (old !== undefined && timesOf(old) === timesOf(event)) return undefined;
  const { namespace, name, uid } = about;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof uid !== 'string') return undefined;
  return { kind: 'failed', from: 'Event', pod: { namespace, name, uid } };
}

/** How often an Event says that it happened. */
function timesOf({ count, series, deprecatedCount }: Manifest & Record<string, unknown>): string {
  const { count: inSeries } = isJsonObject(series) ? series : {};
  return JSON.stringify([count, deprecatedCount, inSeries]);
}

function nodeOf({ spec }: Manifest): string {
  const { nodeName } = isJsonObject(spec) ? spec : {};
  return typeof nodeName === 'string' ? nodeName : '';
}

function nominatedNodeOf({ status }: Manifest): string {
  const { nominatedNodeName } = isJsonObject(status) ? status : {};
  return typeof nominatedNodeName === 'string' ? nominatedNodeName : '';
}
