/**
 * Keeps pods off nodes where a pod uses the same disk (GCE PD, EBS, iSCSI, RBD), unless both only read; an EBS volume
 * in any case. Claims are not looked at. As kube-scheduler v1.20 VolumeRestrictions.
 */
import { definePlugin, sameEverywhere } from '../../../plugin.js';
import { conflictsWith, isExclusive } from '../../volume-restrictions/disk-conflict.js';

const DISK_IN_USE = 'node(s) had no available disk';

export const volumeRestrictions = definePlugin({
  name: 'VolumeRestrictions',
  reasons: [{ code: 'Unschedulable', text: DISK_IN_USE }],
  filterReach: 'node',
  filter({ pod, snapshot, status }) {
    const disks = (pod.pod.spec?.volumes ?? []).filter(isExclusive);
    if (disks.length === 0) return sameEverywhere(snapshot, 0);
    const inUse = status('Unschedulable', DISK_IN_USE);
    return (row) => (conflictsWith(disks, snapshot.pods(row)) ? inUse : 0);
  },
});
