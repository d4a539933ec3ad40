import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';

/** A secret in a table: its type, and the number of its entries. */
export const secretColumns = printerColumns<{ readonly data?: object | null; readonly type?: string }>({
  columns: [NAME, ofField('Type', 'Secret.type'), ofField('Data', 'Secret.data'), AGE],
  cells: ({ metadata, data, type = '' }, now) => [
    metadata.name,
    type,
    Object.keys(data ?? {}).length,
    ageOf(metadata.creationTimestamp, now),
  ],
});
