import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';

interface PrintedSlice {
  readonly spec?: { readonly nodeName?: string; readonly driver?: string; readonly pool?: { readonly name?: string } };
}

/** A resource slice in a table. */
export const resourceSliceColumns = printerColumns<PrintedSlice>({
  columns: [
    NAME,
    ofField('Node', 'ResourceSliceSpec.nodeName'),
    ofField('Driver', 'ResourceSliceSpec.driver'),
    ofField('Pool', 'ResourcePool.name'),
    AGE,
  ],
  cells: ({ metadata, spec = {} }, now) => [
    metadata.name,
    spec.nodeName ?? '',
    spec.driver ?? '',
    spec.pool?.name ?? '',
    ageOf(metadata.creationTimestamp, now),
  ],
});
