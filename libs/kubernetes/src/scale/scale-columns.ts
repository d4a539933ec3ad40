import { AGE, ageOf, NAME, ofField, printerColumns, WHOLE } from '../table/index.js';

interface PrintedScale {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/** A scale in a table, whose name has no format. // as API server v1.34 printScale */
export const scaleColumns = printerColumns<PrintedScale>({
  columns: [
    { ...NAME, format: '' },
    ofField('Desired', 'ScaleSpec.replicas', WHOLE),
    ofField('Available', 'ScaleStatus.replicas', WHOLE),
    AGE,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    ageOf(metadata.creationTimestamp, now),
  ],
});
