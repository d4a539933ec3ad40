import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

/** A namespace in a table. */
export const namespaceColumns = printerColumns<{ readonly status?: { readonly phase?: string } }>({
  columns: [NAME, described('Status', 'The status of the namespace'), AGE],
  cells: ({ metadata, status }, now) => [metadata.name, status?.phase ?? '', ageOf(metadata.creationTimestamp, now)],
});
