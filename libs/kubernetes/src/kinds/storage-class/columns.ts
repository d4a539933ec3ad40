import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';
import { isDefaultStorageClass } from './default-class.js';

interface PrintedStorageClass {
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
}

/** A storage class in a table; the default one says so. */
export const storageClassColumns = printerColumns<PrintedStorageClass>({
  columns: [
    NAME,
    ofField('Provisioner', 'StorageClass.provisioner'),
    ofField('ReclaimPolicy', 'StorageClass.reclaimPolicy'),
    ofField('VolumeBindingMode', 'StorageClass.volumeBindingMode'),
    ofField('AllowVolumeExpansion', 'StorageClass.allowVolumeExpansion'),
    AGE,
  ],
  cells: (storageClass, now) => [
    isDefaultStorageClass(storageClass) ? `${storageClass.metadata.name} (default)` : storageClass.metadata.name,
    storageClass.provisioner ?? '',
    storageClass.reclaimPolicy ?? 'Delete',
    storageClass.volumeBindingMode ?? 'Immediate',
    storageClass.allowVolumeExpansion ?? false,
    ageOf(storageClass.metadata.creationTimestamp, now),
  ],
});
