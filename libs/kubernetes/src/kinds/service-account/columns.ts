import { AGE, ageOf, NAME, ofField, printerColumns } from '../../table/index.js';

/** A service account in a table. */
export const serviceAccountColumns = printerColumns<{ readonly secrets?: readonly object[] }>({
  columns: [NAME, ofField('Secrets', 'ServiceAccount.secrets'), AGE],
  cells: ({ metadata, secrets = [] }, now) => [metadata.name, secrets.length, ageOf(metadata.creationTimestamp, now)],
});
