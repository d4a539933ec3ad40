import { definitionOf, type Refusal, type RefusalEntry } from '#requests';
import { shortened } from '#apimachinery';
import { FIELD_CODES } from './door-errors.js';
import { ErrorCode } from './error-table.js';
import { fieldPointer } from './field-pointer.js';
import { reportedList, reportedObject } from './reported.js';

/** One thing that is wrong inside a request. */
export interface ErrorEntry {
  /** Where in the body (or in the object, where there are several), as a JSON pointer; empty for the whole. */
  readonly pointer: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** Which object of an import, from 0, and its name. */
  readonly index?: number;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** An error in the words that all faces share; its status and title are in ERROR_TABLE. */
export interface ErrorDescription {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly ErrorEntry[];
}

/** A refusal of a service, in words. */
export function describeRefusal(refusal: Refusal): ErrorDescription {
  const definition = definitionOf(refusal);
  const { code, field } = definition;
  const detail = shortened(definition.detail(refusal));
  if (field !== undefined) return { code, detail, errors: [{ pointer: fieldPointer(field), code, detail }] };
  const problems = 'problems' in refusal ? refusal.problems : [];
  const entries = reportedList<RefusalEntry>(definition.entries?.(refusal) ?? problems, (message, { reason }) => {
    return { field: '', reason, message };
  });
  return { code, detail, errors: entries.map((entry) => reportedObject(errorEntry(entry))) };
}

/** An object of an import is not valid as such, for any reason. */
function errorEntry({ field, reason, message, item }: RefusalEntry): ErrorEntry {
  const code = item === undefined ? FIELD_CODES[reason] : ErrorCode.OBJECT_INVALID;
  return { pointer: fieldPointer(field), code, detail: message, ...item };
}
