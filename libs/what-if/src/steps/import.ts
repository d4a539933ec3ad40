import { allKinds, faultsOf, findKind, type AdmissionResult } from '#kubernetes';
import { evaluatorOf } from '#api-server';
import { fieldWarnings } from '#kubernetes-schema';
import { LIST_OF_KIND, podKey, type ClusterObject, type Node } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { isWorkload, part, workloadVersion } from '../workloads/index.js';
import { scaleToMost } from './autoscaler.js';
import { admittedObject } from './admitted-object.js';
import { admittedPod, refusalOf, withUid } from './controlled-pods.js';
import { addDaemonPods } from './daemon-pods.js';
import { ImportReport } from './import-report.js';
import { kubeletRefusal } from './kubelet.js';
import { putWorkload } from './import-workload.js';
import { namedObject } from './named-object.js';
import type { Change, ImportedObject } from './step.js';
import { subjectOf } from './subject.js';

/** Objects that others are admitted by come first, then what pods stand on and name, then pods and what makes them. */
const ORDER = [/Class$|^LimitRange$|^ResourceQuota$|^Namespace$/, /^Node$/, /^PersistentVolume/, /Budget$|Service$/];

/**
 * Objects come in as an import takes them, and what an import says of them is said. What makes pods makes them as its
 * controller would, whether its kind is kept or not: one that there is already keeps the pods that the scheduler would
 * tell from new ones by nothing.
 */
export const importObjects: Change<'import'> = (cluster, { objects }) => {
  const report = new ImportReport(cluster);
  for (const given of [...objects].sort((a, b) => placeOf(a) - placeOf(b) || a.index - b.index))
    put(cluster, { ...given, object: withNamespace(namedObject(given)) }, report);
  scaleToMost(cluster, report);
  report.counts.podsAdded += addDaemonPods(cluster, report.newNodes);
  return report.outcome;
};

function placeOf({ object }: ImportedObject): number {
  const kind = String(object['kind']);
  const place = ORDER.findIndex((pattern) => pattern.test(kind));
  if (place >= 0) return place;
  return kind === 'Pod' || isWorkload(object['apiVersion'], kind) ? ORDER.length + 1 : ORDER.length;
}

function put(cluster: HypotheticalCluster, given: ImportedObject, report: ImportReport): void {
  const { apiVersion, kind } = given.object;
  report.unknownField(given, fieldWarnings(given.duplicates ?? [], []));
  report.warn(given, ...(given.remarks ?? []));
  report.livesIn(given);
  if (isWorkload(apiVersion, kind)) putWorkload(cluster, given, report);
  else if (kind === 'Pod') putPod(cluster, given, report);
  else if (typeof apiVersion === 'string' && typeof kind === 'string' && findKind(apiVersion, kind) === undefined)
    leaveOut(cluster, { given, apiVersion, kind }, report);
  else putObject(cluster, given, report);
}

function leaveOut(
  cluster: HypotheticalCluster,
  { given, apiVersion, kind }: { given: ImportedObject; apiVersion: string; kind: string },
  report: ImportReport,
): void {
  const version = workloadVersion(kind);
  const unread =
    version === undefined
      ? cluster.admission.unread(apiVersion, kind)
      : { message: `kind ${kind} of ${apiVersion} is not kept, did you mean ${kind} of ${version}?`, matters: true };
  report.counts.ignored += 1;
  report.problems.push({ subject: subject(given.object), message: unread.message });
  cluster.findings.ignore({ apiVersion, kind, ...unread });
}

/** Says what of an object no field takes, and what was said of what it became. */
function sayOf(given: ImportedObject, result: AdmissionResult, report: ImportReport): void {
  const unknown = fieldWarnings([], result.unknown);
  if ('problems' in result) {
    // A field that is missing is often one that is misspelt.
    report.fault(given, ...faultsOf(result), ...unknown);
    return;
  }
  report.unknownField(given, unknown);
  if (!('object' in result)) return;
  report.warn(given, ...result.remarks, ...result.reported.map((message) => ({ message })));
}

const DEVICES = 'devices are not modelled: pods that claim them stay pending';

/** Kinds that are kept, and that placement would depend on if what they say were modelled. */
const UNMODELLED: ReadonlyMap<string, string> = new Map([
  ['DeviceClass', DEVICES],
  ['ResourceClaim', DEVICES],
  ['ResourceClaimTemplate', DEVICES],
  ['ResourceSlice', DEVICES],
]);

function sayUnmodelled(cluster: HypotheticalCluster, { object }: ImportedObject): void {
  const kind = String(object['kind']);
  const message = UNMODELLED.get(kind);
  if (message !== undefined)
    cluster.findings.ignore({ apiVersion: String(object['apiVersion']), kind, message, matters: true });
}

/** A quota that is new counts from what is there, of which not all is known here. */
function sayUncounted(cluster: HypotheticalCluster, { object }: ImportedObject): void {
  const { namespace, name } = part(object, 'metadata');
  const uncounted = Object.keys(part(object, 'spec', 'hard')).filter((resource) =>
    allKinds().some(({ kind }) => !isCounted(kind) && evaluatorOf(kind)?.tracks(resource) === true),
  );
  if (uncounted.length === 0) return;
  const which = `ResourceQuota ${String(namespace)}/${String(name)}`;
  const message = `${which}: what is used of ${uncounted.join(', ')} before it comes is not known`;
  cluster.findings.ignore({ apiVersion: 'v1', kind: 'ResourceQuota', message, matters: true });
}

/** Whether all objects of a kind are known. */
function isCounted(kind: string): boolean {
  return kind === 'Pod' || LIST_OF_KIND.has(kind);
}

function putObject(cluster: HypotheticalCluster, given: ImportedObject, report: ImportReport): void {
  const result = admittedObject(cluster, given);
  sayOf(given, result, report);
  if ('problems' in result) return;
  if ('forbidden' in result) {
    report.refuse(given, { pods: 0, message: refusalOf(result) });
    return;
  }
  const admitted = withUid(cluster, result.object as ClusterObject & { readonly kind?: string });
  const isNew = part(given.object, 'metadata')['uid'] === undefined;
  const refusal = isNew ? cluster.quotas.refusal(admitted, cluster.present(admitted)) : undefined;
  if (refusal !== undefined) {
    report.refuse(given, { pods: 0, message: refusal });
    return;
  }
  if (admitted.kind === 'ResourceQuota' && cluster.present(admitted) === undefined) sayUncounted(cluster, given);
  report.counts[cluster.present(admitted) === undefined ? 'created' : 'updated'] += 1;
  sayUnmodelled(cluster, given);
  if (admitted.kind === 'HorizontalPodAutoscaler') report.autoscalers.push(given);
  if (admitted.kind === 'Node') {
    if (cluster.snapshot.rowOf(admitted.metadata?.name ?? '') === undefined) report.newNodes.push(admitted as Node);
    cluster.setNode(admitted as Node);
  } else cluster.setObject(admitted);
}

const ENDED: readonly string[] = ['Succeeded', 'Failed'];

function putPod(cluster: HypotheticalCluster, given: ImportedObject, report: ImportReport): void {
  const admission = admittedObject(cluster, given);
  sayOf(given, admission, report);
  const result = admittedPod(cluster, admission);
  if ('faults' in result) return;
  if ('refused' in result) {
    report.refuse(given, { pods: 1, message: result.refused });
    return;
  }
  report.warn(given, ...result.unresolved);
  const key = podKey(result.pod);
  const present = cluster.pod(key);
  const isNew = part(given.object, 'metadata')['uid'] === undefined && cluster.present(given.object) === undefined;
  if (!isNew && ENDED.includes(result.pod.status?.phase ?? '')) {
    cluster.findings.assume(`Pod ${key} has ended, and does not run again`);
    return;
  }
  if (present !== undefined) cluster.removePod(present);
  const refusal = isNew ? (cluster.quotas.refusal(result.pod) ?? kubeletRefusal(cluster, result.pod)) : undefined;
  if (refusal !== undefined) {
    report.refuse(given, { pods: 1, message: refusal });
    return;
  }
  report.counts[present === undefined ? 'created' : 'updated'] += 1;
  cluster.addPod(result.pod);
  cluster.noteObject({ kind: 'Pod', ...result.pod });
  report.about(result.pod);
  report.refers(given, result.pod);
}

/** What lives in a namespace and names none lives in `default`, as kubectl has it. */
function withNamespace(object: ImportedObject['object']): ImportedObject['object'] {
  const { apiVersion, kind } = object;
  const metadata = part(object, 'metadata');
  const lives = isWorkload(apiVersion, kind) || findKind(String(apiVersion), String(kind))?.namespaced === true;
  return lives && !metadata['namespace'] ? { ...object, metadata: { ...metadata, namespace: 'default' } } : object;
}

function subject(object: ImportedObject['object']): string {
  const { namespace, name } = part(object, 'metadata') as { readonly namespace?: string; readonly name?: string };
  return subjectOf(String(object['kind']), { metadata: { ...(namespace && { namespace }), ...(name && { name }) } });
}
