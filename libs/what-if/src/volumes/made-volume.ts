import { NO_PROVISIONER, type PersistentVolume, type PersistentVolumeClaim, type StorageClass } from '#scheduler';

/** What nodes must be to reach a volume: terms of a node selector; none where all nodes reach it. */
export type VolumeTopology = readonly {
  readonly matchExpressions: readonly {
    readonly key: string;
    readonly operator: 'In';
    readonly values: readonly string[];
  }[];
}[];

const IN_TREE = 'kubernetes.io/';

/** Whether the class makes volumes for such a claim: provisioners make none for a claim with a selector. */
export function isProvisioned({ spec }: PersistentVolumeClaim, { provisioner = '' }: StorageClass): boolean {
  return provisioner !== '' && provisioner !== NO_PROVISIONER && !spec?.selector;
}

/** Where volumes of a class may be; which of these places a provisioner takes is not known. */
export function topologyOf({ allowedTopologies }: StorageClass): VolumeTopology {
  return (allowedTopologies ?? []).map(({ matchLabelExpressions }) => ({
    matchExpressions: (matchLabelExpressions ?? []).map(({ key = '', values }) => ({
      key,
      operator: 'In',
      values: values ?? [],
    })),
  }));
}

/** The volume that a class would make for a claim, free yet. */
export function madeVolume(
  { metadata, spec = {} }: PersistentVolumeClaim,
  { metadata: { name: storageClassName = '' } = {}, provisioner = '' }: StorageClass,
  topology: VolumeTopology,
): PersistentVolume {
  const name = `pvc-${metadata?.uid ?? `${metadata?.namespace ?? ''}-${metadata?.name ?? ''}`}`;
  const { accessModes, volumeMode, resources } = spec;
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      storageClassName,
      ...(accessModes && { accessModes }),
      ...(volumeMode && { volumeMode }),
      ...(resources?.requests && { capacity: resources.requests }),
      // Volumes of drivers count for the limits of nodes.
      ...(!provisioner.startsWith(IN_TREE) && { csi: { driver: provisioner, volumeHandle: name } }),
      ...(topology.length > 0 && { nodeAffinity: { required: { nodeSelectorTerms: topology } } }),
    },
    status: { phase: 'Available' },
  };
  return volume;
}
