import { accessModesText, storageClassText } from '../../storage/index.js';
import { AGE, ageOf, described, NAME, ofField, printerColumns, WIDE } from '../../table/index.js';

interface PrintedClaim {
  readonly spec?: {
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
  };
  readonly status?: {
    readonly phase?: string;
    readonly capacity?: Readonly<Record<string, string>>;
    readonly accessModes?: readonly string[];
  };
}

/** A claim in a table: what its volume has, once it is bound. // as API server v1.34 printPersistentVolumeClaim */
export const persistentVolumeClaimColumns = printerColumns<PrintedClaim>({
  columns: [
    NAME,
    ofField('Status', 'PersistentVolumeClaimStatus.phase'),
    ofField('Volume', 'PersistentVolumeClaimSpec.volumeName'),
    ofField('Capacity', 'PersistentVolumeClaimStatus.capacity'),
    ofField('Access Modes', 'PersistentVolumeClaimStatus.accessModes'),
    described('StorageClass', 'StorageClass of the pvc'),
    described('VolumeAttributesClass', 'VolumeAttributesClass of the pvc'),
    AGE,
    ofField('VolumeMode', 'PersistentVolumeClaimSpec.volumeMode', WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => {
    const { volumeName = '' } = spec;
    return [
      metadata.name,
      metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating',
      volumeName,
      volumeName === '' ? '' : (status.capacity?.['storage'] ?? '0'),
      volumeName === '' ? '' : accessModesText(status.accessModes),
      storageClassText(metadata.annotations, spec.storageClassName),
      spec.volumeAttributesClassName ?? '<unset>',
      ageOf(metadata.creationTimestamp, now),
      spec.volumeMode ?? '<unset>',
    ];
  },
});
