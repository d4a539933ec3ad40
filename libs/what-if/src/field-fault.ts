/** What is wrong with a part of a question or step, by its field from there on: `names[2]`; empty: the whole. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** The same of something that is in a field itself. */
export function within(field: string, faults: readonly FieldFault[]): FieldFault[] {
  return faults.map(({ field: inner, message }) => ({
    field: inner === '' || field === '' || inner.startsWith('[') ? field + inner : `${field}.${inner}`,
    message,
  }));
}
