import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';

/** A config map in a table: the number of its entries. */
export const configMapColumns = printerColumns<{ readonly data?: object; readonly binaryData?: object }>({
  columns: [NAME, ofField('Data', 'ConfigMap.data'), AGE],
  cells: ({ metadata, data = {}, binaryData = {} }, now) => [
    metadata.name,
    Object.keys(data).length + Object.keys(binaryData).length,
    ageOf(metadata.creationTimestamp, now),
  ],
});
