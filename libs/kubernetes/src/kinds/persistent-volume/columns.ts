import { accessModesText, storageClassText } from '../../storage/index.js';
import { AGE, ageOf, described, NAME, ofField, printerColumns, WIDE } from '../../table/index.js';

interface PrintedVolume {
  readonly spec?: {
    readonly capacity?: Readonly<Record<string, string>>;
    readonly accessModes?: readonly string[];
    readonly persistentVolumeReclaimPolicy?: string;
    readonly claimRef?: { readonly namespace?: string; readonly name?: string };
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
  };
  readonly status?: { readonly phase?: string; readonly reason?: string };
}

const CLAIM =
  'claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be ' +
  'non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: ' +
  'https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding';

/** A volume in a table. // as API server v1.34 printPersistentVolume */
export const persistentVolumeColumns = printerColumns<PrintedVolume>({
  columns: [
    NAME,
    ofField('Capacity', 'PersistentVolumeSpec.capacity'),
    ofField('Access Modes', 'PersistentVolumeSpec.accessModes'),
    ofField('Reclaim Policy', 'PersistentVolumeSpec.persistentVolumeReclaimPolicy'),
    ofField('Status', 'PersistentVolumeStatus.phase'),
    described('Claim', CLAIM),
    described('StorageClass', 'StorageClass of the pv'),
    described('VolumeAttributesClass', 'VolumeAttributesClass of the pv'),
    ofField('Reason', 'PersistentVolumeStatus.reason'),
    AGE,
    ofField('VolumeMode', 'PersistentVolumeSpec.volumeMode', WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    spec.capacity?.['storage'] ?? '0',
    accessModesText(spec.accessModes),
    spec.persistentVolumeReclaimPolicy ?? '',
    metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating',
    spec.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
    storageClassText(metadata.annotations, spec.storageClassName),
    spec.volumeAttributesClassName ?? '<unset>',
    status.reason ?? '',
    ageOf(metadata.creationTimestamp, now),
    spec.volumeMode ?? '<unset>',
  ],
});
