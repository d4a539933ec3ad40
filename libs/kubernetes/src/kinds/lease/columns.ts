import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';

/** A lease in a table. */
export const leaseColumns = printerColumns<{ readonly spec?: { readonly holderIdentity?: string } }>({
  columns: [NAME, ofField('Holder', 'LeaseSpec.holderIdentity'), AGE],
  cells: ({ metadata, spec }, now) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageOf(metadata.creationTimestamp, now),
  ],
});
