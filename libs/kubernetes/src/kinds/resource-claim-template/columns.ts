import { AGE, ageOf, NAME, printerColumns } from '../../table/index.js';

/** A resource claim template in a table. */
export const resourceClaimTemplateColumns = printerColumns({
  columns: [NAME, AGE],
  cells: ({ metadata }, now) => [metadata.name, ageOf(metadata.creationTimestamp, now)],
});
