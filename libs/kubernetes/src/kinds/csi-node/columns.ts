import { AGE, ageOf, described, NAME, printerColumns, WHOLE } from '../../table/index.js';

const DRIVERS = 'Drivers indicates the number of CSI drivers registered on the node';

/** The drivers of a node in a table. */
export const csiNodeColumns = printerColumns<{ readonly spec?: { readonly drivers?: readonly object[] } }>({
  columns: [NAME, described('Drivers', DRIVERS, WHOLE), AGE],
  cells: ({ metadata, spec }, now) => [
    metadata.name,
    spec?.drivers?.length ?? 0,
    ageOf(metadata.creationTimestamp, now),
  ],
});
