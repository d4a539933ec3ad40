import type { ClusterObject, Node } from '#scheduler';
import { faultsOf, findKind } from '#kubernetes';
import { within, type FieldFault, type HypotheticalCluster, type KnownPod } from '../cluster/index.js';
import { isWorkload, part, workloadOf, type GivenObject, type Workload } from '../workloads/index.js';
import { admittedPod, madePod, podsOf, schedulesLike, withUid } from './controlled-pods.js';
import { scaleTo } from './scale.js';
import type { Change, ImportedObject, StepProblem } from './step.js';
import { subjectOf } from './subject.js';

/** What an import did so far. */
class Report {
  readonly counts = { created: 0, updated: 0, podsAdded: 0, podsDeleted: 0, ignored: 0 };
  readonly problems: StepProblem[] = [];
  readonly faults: FieldFault[] = [];

  fault({ index }: ImportedObject, ...faults: readonly FieldFault[]): void {
    this.faults.push(...within(`manifests[${index}]`, faults));
  }
}

/** Objects that others are admitted by come first, then what pods stand on and name, then pods and what makes them. */
const ORDER = [/Class$|^LimitRange$|^Namespace$/, /^Node$/, /^PersistentVolume/, /Budget$|Service$/];

/**
 * Objects come in as an import takes them. What makes pods makes them as its controller would, whether its kind is kept
 * or not: one that there is already keeps the pods that the scheduler would tell from new ones by nothing.
 */
export const importObjects: Change<'import'> = (cluster, { objects }) => {
  const report = new Report();
  for (const given of [...objects].sort((a, b) => placeOf(a) - placeOf(b) || a.index - b.index))
    put(cluster, given, report);
  return report.faults.length > 0 ? { faults: report.faults } : { counts: report.counts, problems: report.problems };
};

function placeOf({ object }: ImportedObject): number {
  const kind = String(object['kind']);
  const place = ORDER.findIndex((pattern) => pattern.test(kind));
  if (place >= 0) return place;
  return kind === 'Pod' || isWorkload(object['apiVersion'], kind) ? ORDER.length + 1 : ORDER.length;
}

function put(cluster: HypotheticalCluster, given: ImportedObject, report: Report): void {
  const object = withNamespace(given.object);
  const { apiVersion, kind } = object;
  if (isWorkload(apiVersion, kind)) putWorkload(cluster, { given, object }, report);
  else if (kind === 'Pod') putPod(cluster, { given, object }, report);
  else if (typeof apiVersion === 'string' && typeof kind === 'string' && findKind(apiVersion, kind) === undefined) {
    report.counts.ignored += 1;
    report.problems.push({ subject: subject(object), message: `kind ${kind} of ${apiVersion} is not kept` });
  } else putObject(cluster, { given, object }, report);
}

interface Put {
  readonly given: ImportedObject;
  readonly object: Readonly<Record<string, unknown>>;
}

function putObject(cluster: HypotheticalCluster, { given, object }: Put, report: Report): void {
  const result = cluster.admission.admit(object);
  if (!('object' in result)) {
    report.fault(given, ...faultsOf(result));
    return;
  }
  report.counts.created += 1;
  const admitted = withUid(cluster, result.object as ClusterObject & { readonly kind?: string });
  if (admitted.kind === 'Node') cluster.setNode(admitted as Node);
  else cluster.setObject(admitted);
}

function putPod(cluster: HypotheticalCluster, { given, object }: Put, report: Report): void {
  const result = admittedPod(cluster, cluster.admission.admit(object));
  if ('faults' in result) {
    report.fault(given, ...result.faults);
    return;
  }
  const { namespace = '', name = '' } = result.pod.metadata ?? {};
  const present = cluster.pod(`${namespace}/${name}`);
  if (present !== undefined) cluster.removePod(present);
  report.counts[present === undefined ? 'created' : 'updated'] += 1;
  cluster.addPod(result.pod);
}

function putWorkload(cluster: HypotheticalCluster, { given, object }: Put, report: Report): void {
  const { name, namespace } = part(object, 'metadata');
  if (typeof name !== 'string' || name === '') {
    report.fault(given, { field: 'metadata.name', message: 'Required value' });
    return;
  }
  const uid = part(object, 'metadata')['uid'];
  const whole: GivenObject = {
    apiVersion: String(object['apiVersion']),
    kind: String(object['kind']),
    namespace: typeof namespace === 'string' ? namespace : 'default',
    name,
    uid: typeof uid === 'string' ? uid : cluster.newUid(),
    object,
  };
  const place = { snapshot: cluster.snapshot, at: cluster.at, newUid: () => cluster.newUid() };
  const workload = workloadOf(whole, place);
  const present = podsOf(cluster, workload);
  if (!outdatedGo(cluster, { given, workload, present }, report)) return;
  cluster.setWorkload(whole, workload);
  const scaled = scaleTo(cluster, workload, workload.replicas);
  if ('faults' in scaled) {
    report.fault(given, ...scaled.faults);
    return;
  }
  report.counts[present.length === 0 ? 'created' : 'updated'] += 1;
  report.counts.podsAdded += scaled.counts.podsAdded;
  report.counts.podsDeleted += scaled.counts.podsDeleted;
}

/** Pods that are of another template go; false where the new one makes none that is valid. */
function outdatedGo(
  cluster: HypotheticalCluster,
  { given, workload, present }: { given: ImportedObject; workload: Workload; present: readonly KnownPod[] },
  report: Report,
): boolean {
  const [first] = workload.podsFrom(0, 1);
  if (first === undefined) return true;
  const made = madePod(cluster, workload, first);
  if ('faults' in made) {
    report.fault(given, ...within(workload.templateField, made.faults));
    return false;
  }
  // Each pod of a DaemonSet is for a node of its own.
  if (workload.kind === 'DaemonSet') return true;
  for (const { pod } of present.filter((known) => !schedulesLike(known.pod, made.pod))) {
    cluster.removePod(pod);
    report.counts.podsDeleted += 1;
  }
  return true;
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
