import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

/** A runtime class in a table. */
export const runtimeClassColumns = printerColumns<{ readonly handler?: string }>({
  // Upstream looks for the description in a type that does not have the field.
  columns: [NAME, described('Handler', ''), AGE],
  cells: ({ metadata, handler }, now) => [metadata.name, handler ?? '', ageOf(metadata.creationTimestamp, now)],
});
