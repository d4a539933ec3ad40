import { AGE, ageOf, FLAG, NAME, ofField, printerColumns } from '../../table/index.js';

interface PrintedDriver {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly podInfoOnMount?: boolean;
    readonly storageCapacity?: boolean;
    readonly tokenRequests?: readonly { readonly audience?: string }[];
    readonly requiresRepublish?: boolean;
    readonly volumeLifecycleModes?: readonly string[];
  };
}

/** A driver in a table. */
export const csiDriverColumns = printerColumns<PrintedDriver>({
  columns: [
    NAME,
    ofField('AttachRequired', 'CSIDriverSpec.attachRequired', FLAG),
    ofField('PodInfoOnMount', 'CSIDriverSpec.podInfoOnMount', FLAG),
    ofField('StorageCapacity', 'CSIDriverSpec.storageCapacity', FLAG),
    ofField('TokenRequests', 'CSIDriverSpec.tokenRequests'),
    ofField('RequiresRepublish', 'CSIDriverSpec.requiresRepublish', FLAG),
    ofField('Modes', 'CSIDriverSpec.volumeLifecycleModes'),
    AGE,
  ],
  cells: ({ metadata, spec = {} }, now) => [
    metadata.name,
    spec.attachRequired ?? true,
    spec.podInfoOnMount ?? false,
    spec.storageCapacity ?? false,
    spec.tokenRequests?.map(({ audience }) => audience ?? '').join(',') ?? '<unset>',
    spec.requiresRepublish ?? false,
    spec.volumeLifecycleModes?.join(',') || '<none>',
    ageOf(metadata.creationTimestamp, now),
  ],
});
