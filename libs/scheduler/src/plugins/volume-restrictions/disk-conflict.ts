import type { Volume } from '../../objects/index.js';
import type { PlacedPod } from '../../snapshot/index.js';

/** Whether the volume names a disk that two pods on one node may not share. */
export function isExclusive({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume): boolean {
  return Boolean(gcePersistentDisk || awsElasticBlockStore || rbd || iscsi);
}

/** Whether a pod on the node holds one of these disks. As kube-scheduler v1.34 satisfyVolumeConflicts. */
export function conflictsWith(disks: readonly Volume[], pods: readonly PlacedPod[]): boolean {
  return pods.some((pod) => sharesDisk(disks, pod));
}

export function sharesDisk(disks: readonly Volume[], { spec: { volumes } }: PlacedPod): boolean {
  return volumes.some((held) => disks.some((disk) => conflict(disk, held)));
}

/** The same disk twice; reading is no conflict where all read. An EBS volume is one pod's in any case. */
function conflict(a: Volume, b: Volume): boolean {
  return sameGceDisk(a, b) || sameEbsVolume(a, b) || sameIscsiTarget(a, b) || sameRbdImage(a, b);
}

function sameGceDisk({ gcePersistentDisk: a }: Volume, { gcePersistentDisk: b }: Volume): boolean {
  return !!a && !!b && text(a.pdName) === text(b.pdName) && !bothRead(a, b);
}

function sameEbsVolume({ awsElasticBlockStore: a }: Volume, { awsElasticBlockStore: b }: Volume): boolean {
  return !!a && !!b && text(a.volumeID) === text(b.volumeID);
}

function sameIscsiTarget({ iscsi: a }: Volume, { iscsi: b }: Volume): boolean {
  return !!a && !!b && text(a.iqn) === text(b.iqn) && !bothRead(a, b);
}

/** One monitor in common is enough. */
function sameRbdImage({ rbd: a }: Volume, { rbd: b }: Volume): boolean {
  if (!a || !b || text(a.pool) !== text(b.pool) || text(a.image) !== text(b.image) || bothRead(a, b)) return false;
  return (a.monitors ?? []).some((monitor) => (b.monitors ?? []).includes(monitor));
}

interface Mount {
  readonly readOnly?: boolean;
}

function bothRead(a: Mount, b: Mount): boolean {
  return a.readOnly === true && b.readOnly === true;
}

/** An absent name is the empty one. */
function text(value: string | undefined): string {
  return value ?? '';
}
