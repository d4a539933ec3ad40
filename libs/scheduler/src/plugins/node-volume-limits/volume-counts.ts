import type { Cycle } from '../../plugin.js';
import type { IncomingPod } from '../../pods/index.js';
import { StorageView, type CsiNode, type VolumeAttachment } from '../../volumes/index.js';
import { attachVolumes, uniqueName, type AttachedVolumes, type AttachingPod } from './attached-volumes.js';
import { ATTACHMENTS } from './attachments.js';

/** The pod as one that attaches its volumes. */
export function attachingPod({ uid, namespace, pod: { metadata, spec } }: IncomingPod): AttachingPod {
  return { uid, namespace, name: metadata?.name ?? '', spec: { volumes: spec?.volumes ?? [] } };
}

/** What a pod would bring to the node of a row; nothing where some volume cannot be counted. */
export function volumeCounts({ pod, snapshot }: Pick<Cycle, 'pod' | 'snapshot'>, row: number): readonly VolumeCount[] {
  const storage = new StorageView(snapshot);
  const node = snapshot.nodes[row]?.name ?? '';
  const csiNode = storage.csiNode(node);
  const wanted: AttachedVolumes = new Map();
  const attached: AttachedVolumes = new Map();
  if (attachVolumes(attachingPod(pod), { storage, csiNode, isNew: true }, wanted) !== null) return [];
  for (const other of snapshot.pods(row))
    if (attachVolumes(other, { storage, csiNode, isNew: false }, attached) !== null) return [];
  const attachments = volumesOf(snapshot.state(ATTACHMENTS).of(node), storage);
  return countsOf({ wanted, attached, attachments, limits: limitsOf(csiNode) });
}

/** Drivers that the node limits. A driver that is listed twice has the limit of its last entry. */
export function limitsOf(csiNode: CsiNode | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name = '', allocatable } of csiNode?.spec?.drivers ?? []) {
    const count = allocatable?.count ?? null;
    if (count !== null) limits.set(name, count);
  }
  return limits;
}

/** The volumes of a node, and what a pod would bring. */
export interface Account {
  readonly wanted: AttachedVolumes;
  readonly attached: AttachedVolumes;
  readonly attachments: AttachedVolumes;
  readonly limits: ReadonlyMap<string, number>;
}

/** The volumes of one driver on a node: how many it may have, has, and would get with a pod. */
export interface VolumeCount {
  readonly driver: string;
  readonly limit: number;
  readonly attached: number;
  readonly coming: number;
}

/**
 * Of every driver of which the pod wants a volume and that the node limits. A wanted volume that a pod on the node has
 * is there already; one that is only attached counts twice, as upstream.
 */
export function countsOf({ wanted, attached, attachments, limits }: Account): readonly VolumeCount[] {
  const there = perDriver(attached, (): boolean => true);
  const lingering = perDriver(attachments, (volume) => !attached.has(volume));
  const coming = perDriver(wanted, (volume) => !attached.has(volume));
  return [...coming].flatMap(([driver, count]) => {
    const limit = limits.get(driver);
    if (limit === undefined) return [];
    return [{ driver, limit, attached: (there.get(driver) ?? 0) + (lingering.get(driver) ?? 0), coming: count }];
  });
}

function perDriver(volumes: AttachedVolumes, counts: (volume: string) => boolean): ReadonlyMap<string, number> {
  const drivers = new Map<string, number>();
  for (const [volume, driver] of volumes) if (counts(volume)) drivers.set(driver, (drivers.get(driver) ?? 0) + 1);
  return drivers;
}

/**
 * The CSI volumes of VolumeAttachments to one node. One without a driver is included: no pod wants a volume of none. As
 * kube-scheduler v1.34 getNodeVolumeAttachmentInfo.
 */
export function volumesOf(attachments: readonly VolumeAttachment[], storage: StorageView): AttachedVolumes {
  const volumes: AttachedVolumes = new Map();
  for (const { spec = {} } of attachments) {
    const driver = spec.attacher ?? '';
    const csi = storage.volume(spec.source?.persistentVolumeName ?? '')?.spec?.csi;
    if (csi) volumes.set(uniqueName({ driver, handle: csi.volumeHandle ?? '' }), driver);
  }
  return volumes;
}
