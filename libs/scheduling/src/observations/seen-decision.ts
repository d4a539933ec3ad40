import { isJsonObject, ownField } from '#json';
import type { Manifest } from '#rows';
import { DEFAULT_SCHEDULER_NAME } from '#scheduler';
import { disruptionOf, unschedulableOf } from '#transfer';
import type { SeenDecision } from '../runs/index.js';
import type { StoredObservation } from './observation.queries.js';

/** The state just before it. */
const AS_SEEN = { changesBefore: 0, assumed: 0, assumedNominations: 0, awaitingVolumes: 0 };

/** What the object that shows a decision says of it. */
export function seenDecision({ position, at, kind, shownBy }: StoredObservation): SeenDecision {
  const object = shownBy === null ? undefined : (JSON.parse(shownBy.text) as Manifest & Record<string, unknown>);
  const seen = { at: at.toISOString(), position: String(position), ...AS_SEEN, victims: null };
  if (object === undefined) return { ...seen, by: '', node: null, nominatedNode: null, message: '' };
  if (object.kind === 'Event') return { ...seen, node: null, nominatedNode: null, ...saidByEvent(object) };
  const { schedulerName, nodeName } = isJsonObject(object.spec) ? object.spec : {};
  if (kind === 'evicted')
    return { ...seen, node: textOf(nodeName) || null, nominatedNode: null, ...saidOfEviction(object) };
  const { nominatedNodeName } = isJsonObject(object.status) ? object.status : {};
  return {
    ...seen,
    by: textOf(schedulerName) || DEFAULT_SCHEDULER_NAME,
    node: kind === 'bound' ? textOf(nodeName) : null,
    nominatedNode: textOf(nominatedNodeName) || null,
    message: kind === 'bound' ? '' : textOf(unschedulableOf(object)?.['message']),
  };
}

/** By what, as the condition names it. // as the conditions DisruptionTarget of kubernetes v1.34 */
const EVICTED_BY: Readonly<Record<string, string>> = {
  EvictionByEvictionAPI: 'kube-apiserver',
  DeletionByTaintManager: 'taint-eviction-controller',
  DeletionByPodGC: 'pod-garbage-collector-controller',
  TerminationByKubelet: 'kubelet',
};
const PREEMPTING = ': preempting to accommodate a higher priority pod';

function saidOfEviction(pod: Manifest): Pick<SeenDecision, 'by' | 'message'> {
  const { reason, message } = disruptionOf(pod) ?? {};
  const said = textOf(message);
  const by = said.endsWith(PREEMPTING) ? said.slice(0, -PREEMPTING.length) : ownField(EVICTED_BY, textOf(reason));
  return { by: by ?? '', message: said };
}

function saidByEvent(event: Manifest & Record<string, unknown>): Pick<SeenDecision, 'by' | 'message'> {
  const { reportingComponent, reportingController, source, message, note } = event;
  const { component } = isJsonObject(source) ? source : {};
  const by = [reportingComponent, reportingController, component].map(textOf).find((name) => name !== '');
  return { by: by ?? DEFAULT_SCHEDULER_NAME, message: textOf(message) || textOf(note) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
