import { AGE, ageOf, NAME, printerColumns } from '../../table/index.js';

/** A device class in a table. */
export const deviceClassColumns = printerColumns({
  columns: [NAME, AGE],
  cells: ({ metadata }, now) => [metadata.name, ageOf(metadata.creationTimestamp, now)],
});
