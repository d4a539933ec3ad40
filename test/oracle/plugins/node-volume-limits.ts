import {
  claimNameOf,
  claimNotFound,
  classNameOf,
  findClaim,
  findClass,
  findVolume,
  ownershipProblem,
} from '../claims.js';
import { handleOf, IN_TREE_PLUGINS, inTreePluginOf, isAnnotated, type InTreePlugin } from '../in-tree-volume.js';
import {
  nameOf,
  namespaceOf,
  podsOn,
  type Attempt,
  type Cluster,
  type FilterAttempt,
  type OraclePlugin,
  type PreFilterAnswer,
  type Rejection,
  type Verdict,
} from '../model.js';
import type { CsiNodeObject, NodeObject, PersistentVolumeClaimObject, PodObject, Volume } from '../objects.js';

const EXCEEDED = 'node(s) exceed max volume count';

/** A volume that a driver attaches. */
interface Attachable {
  readonly driver: string;
  readonly handle: string;
}

type Attachables = readonly Attachable[] | Rejection;

function preFilter({ pod }: Attempt): PreFilterAnswer {
  const counted = (volume: Volume): boolean =>
    claimNameOf(pod, volume) !== undefined || inTreePluginOf(volume) !== undefined;
  return (pod.spec?.volumes ?? []).some(counted) ? {} : { skip: true };
}

function failure(message: string): Rejection {
  return { code: 'Error', reasons: [message] };
}

/** One node's look at volumes: whether an in-tree volume counts depends on the node's CSINode. */
interface View {
  readonly cluster: Cluster;
  readonly csiNode: CsiNodeObject | undefined;
}

/**
 * The attachable volumes of a pod. A claim that is missing is a fault of the incoming pod; of a pod that
 * is there it is passed over.
 */
function attachablesOf(pod: PodObject, view: View, incoming: boolean): Attachables {
  const attachables: Attachable[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    const found = attachablesOfVolume(pod, volume, { ...view, incoming });
    if ('code' in found) return found;
    attachables.push(...found);
  }
  return attachables;
}

function attachablesOfVolume(
  pod: PodObject,
  volume: Volume,
  { incoming, ...view }: View & { readonly incoming: boolean },
): Attachables {
  const named = claimNameOf(pod, volume);
  if (named === undefined) return inlineVolume(volume, view);
  if (named.name === '') return failure('PersistentVolumeClaim had no name');
  const claim = findClaim(view.cluster, namespaceOf(pod), named.name);
  if (claim === undefined) {
    const message = `looking up PVC ${namespaceOf(pod)}/${named.name}: ${claimNotFound(named.name)}`;
    return incoming ? { code: 'UnschedulableAndUnresolvable', reasons: [message] } : [];
  }
  const problem = named.ephemeral ? ownershipProblem(pod, claim) : null;
  return problem === null ? claimed(claim, view) : failure(problem);
}

function inlineVolume(volume: Volume, { csiNode }: View): Attachables {
  const plugin = inTreePluginOf(volume);
  if (plugin === undefined || !isMigrated(plugin, csiNode)) return [];
  const translated = handleOf(plugin, volume, {});
  if ('error' in translated)
    return failure(`converting volume(${volume.name ?? ''}) from inline to csi: ${translated.error}`);
  return [{ driver: plugin.driver, handle: translated.handle }];
}

/** As kube-scheduler v1.34: for most plugins a CSINode is enough, whatever it is annotated with. */
function isMigrated(plugin: InTreePlugin, csiNode: CsiNodeObject | undefined): boolean {
  if (csiNode === undefined || plugin.migration === 'off') return false;
  return plugin.migration === 'on' || isAnnotated(plugin, csiNode);
}

function claimed(claim: PersistentVolumeClaimObject, view: View): readonly Attachable[] {
  const volumeName = claim.spec?.volumeName ?? '';
  const volume = volumeName === '' ? undefined : findVolume(view.cluster, volumeName);
  if (volume === undefined) return provisioned(claim, view);
  const sources = volume.spec ?? {};
  if (sources.csi !== undefined) return identified(sources.csi.driver ?? '', sources.csi.volumeHandle ?? '');
  const plugin = inTreePluginOf(sources);
  if (plugin === undefined || !isMigrated(plugin, view.csiNode)) return [];
  const translated = handleOf(plugin, sources, volume.metadata?.labels ?? {});
  return 'error' in translated ? [] : identified(plugin.driver, translated.handle);
}

/** A claim without its volume counts for the driver that its class would have make one, under a handle of its own. */
function provisioned(claim: PersistentVolumeClaimObject, { cluster, csiNode }: View): readonly Attachable[] {
  const storageClass = findClass(cluster, classNameOf(claim));
  if (storageClass === undefined) return [];
  const provisioner = storageClass.provisioner ?? '';
  const handle = `to be provisioned for ${namespaceOf(claim)}/${nameOf(claim)}`;
  const plugin = IN_TREE_PLUGINS.find(({ name }) => name === provisioner);
  if (plugin === undefined) return identified(provisioner, handle);
  return isMigrated(plugin, csiNode) ? identified(plugin.driver, handle) : [];
}

/** What has no driver or no handle is not counted. */
function identified(driver: string, handle: string): readonly Attachable[] {
  return driver === '' || handle === '' ? [] : [{ driver, handle }];
}

function filter({ pod, cluster }: FilterAttempt, node: NodeObject): Verdict {
  const view: View = {
    cluster,
    csiNode: cluster.objects.csiNodes?.find((csiNode) => nameOf(csiNode) === nameOf(node)),
  };
  const wanted = attachablesOf(pod, view, true);
  if ('code' in wanted) return wanted;
  const limits = limitsOf(view.csiNode);
  if (wanted.length === 0 || limits.size === 0) return null;
  const attached: Attachable[] = [];
  for (const existing of podsOn(cluster, node)) {
    const found = attachablesOf(existing, view, false);
    if ('code' in found) return failure(found.reasons.join(', '));
    attached.push(...found);
  }
  return exceeds({ limits, wanted, attached, recorded: recordedAttachments(cluster, node) })
    ? { code: 'Unschedulable', reasons: [EXCEEDED] }
    : null;
}

function limitsOf(csiNode: CsiNodeObject | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name = '', allocatable } of csiNode?.spec?.drivers ?? []) {
    if (allocatable?.count !== undefined) limits.set(name, allocatable.count);
  }
  return limits;
}

/** What VolumeAttachments say is on the node, whether or not a pod there uses it. */
function recordedAttachments({ objects }: Cluster, node: NodeObject): readonly Attachable[] {
  const attachables: Attachable[] = [];
  for (const { spec } of objects.volumeAttachments ?? []) {
    const { attacher = '', nodeName, source } = spec ?? {};
    const volume = objects.persistentVolumes?.find((other) => nameOf(other) === source?.persistentVolumeName);
    const csi = volume?.spec?.csi;
    if (nodeName === nameOf(node) && attacher !== '' && csi !== undefined)
      attachables.push({ driver: attacher, handle: csi.volumeHandle ?? '' });
  }
  return attachables;
}

interface Counted {
  readonly limits: ReadonlyMap<string, number>;
  readonly wanted: readonly Attachable[];
  readonly attached: readonly Attachable[];
  readonly recorded: readonly Attachable[];
}

/**
 * A volume used twice counts once, and one that is there already is not new. Only drivers with something new are asked.
 */
function exceeds({ limits, wanted, attached, recorded }: Counted): boolean {
  const there = (volume: Attachable): boolean => attached.some((other) => isSame(volume, other));
  const fresh = distinct(wanted.filter((volume) => !there(volume)));
  const present = [...distinct(attached), ...distinct(recorded.filter((volume) => !there(volume)))];
  for (const [driver, limit] of limits) {
    const additional = fresh.filter((volume) => volume.driver === driver).length;
    const current = present.filter((volume) => volume.driver === driver).length;
    if (additional > 0 && current + additional > limit) return true;
  }
  return false;
}

function isSame(a: Attachable, b: Attachable): boolean {
  return a.driver === b.driver && a.handle === b.handle;
}

function distinct(volumes: readonly Attachable[]): readonly Attachable[] {
  return volumes.filter((volume, index) => volumes.findIndex((other) => isSame(volume, other)) === index);
}

/** How many volumes of a CSI driver a node can have attached: what its CSINode says. */
export const nodeVolumeLimits: OraclePlugin = { name: 'NodeVolumeLimits', preFilter, filter };
