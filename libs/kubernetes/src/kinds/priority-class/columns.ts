import { AGE, ageOf, FLAG, NAME, ofField, printerColumns, WHOLE } from '../../table/index.js';

interface PrintedPriorityClass {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

/** A priority class in a table. */
export const priorityClassColumns = printerColumns<PrintedPriorityClass>({
  columns: [
    NAME,
    ofField('Value', 'PriorityClass.value', WHOLE),
    ofField('Global-Default', 'PriorityClass.globalDefault', FLAG),
    AGE,
    ofField('PreemptionPolicy', 'PriorityClass.preemptionPolicy'),
  ],
  cells: ({ metadata, value, globalDefault, preemptionPolicy }, now) => [
    metadata.name,
    value ?? 0,
    globalDefault ?? false,
    ageOf(metadata.creationTimestamp, now),
    preemptionPolicy ?? '',
  ],
});
