import type { FieldPath } from './field-path.js';
import { shortened } from './shortened.js';

/** The cause types of metav1.StatusCause that validation gives. */
export type ProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueNotFound';

/** One thing wrong with one field: the shape of metav1.StatusCause, the words of the API server. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: ProblemReason;
  readonly message: string;
}

const LONGEST_VALUE = 600;
/** As deep as objects may be; what is wrong there has room behind it in a text of 1,000. */
const LONGEST_FIELD = 500;

/** Field is missing. */
export function required(path: FieldPath, detail = ''): FieldProblem {
  return problem(path, 'FieldValueRequired', withDetail('Required value', detail));
}

/** Field has a value that breaks a rule. */
export function invalid(path: FieldPath, value: unknown, detail: string): FieldProblem {
  return problem(path, 'FieldValueInvalid', withDetail(`Invalid value: ${shownValue(value)}`, detail));
}

/** A value breaks a rule, and is not shown. */
export function invalidAsWhole(path: FieldPath, detail: string): FieldProblem {
  return problem(path, 'FieldValueInvalid', withDetail('Invalid value', detail));
}

/** A list has more items than allowed. */
export function tooMany(path: FieldPath, count: number, most: number): FieldProblem {
  return problem(
    path,
    'FieldValueTooMany',
    `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  );
}

/** Field has a value of the wrong JSON type; `expected` such as `an array`. */
export function wrongType(path: FieldPath, value: unknown, expected: string): FieldProblem {
  return problem(
    path,
    'FieldValueTypeInvalid',
    `Invalid value: ${JSON.stringify(jsonType(value))}: must be ${expected}`,
  );
}

/** Field has a value outside a fixed set. */
export function notSupported(path: FieldPath, value: unknown, supported: readonly string[]): FieldProblem {
  const list = supported.map((one) => JSON.stringify(one)).join(', ');
  return problem(
    path,
    'FieldValueNotSupported',
    withDetail(`Unsupported value: ${shownValue(value)}`, list && `supported values: ${list}`),
  );
}

/** Value occurs twice where it must be unique. */
export function duplicate(path: FieldPath, value: unknown, detail = ''): FieldProblem {
  return problem(path, 'FieldValueDuplicate', withDetail(`Duplicate value: ${shownValue(value)}`, detail));
}

/** Field must not be set, or not be changed, here. */
export function forbidden(path: FieldPath, detail: string): FieldProblem {
  return problem(path, 'FieldValueForbidden', withDetail('Forbidden', detail));
}

/** Value is longer than allowed; the value itself is not repeated. */
export function tooLong(path: FieldPath, maxBytes: number): FieldProblem {
  return problem(path, 'FieldValueTooLong', `Too long: may not be more than ${maxBytes} bytes`);
}

/** Value names something that is not there. */
export function notFound(path: FieldPath, value: unknown, detail = ''): FieldProblem {
  return problem(path, 'FieldValueNotFound', withDetail(`Not found: ${shownValue(value)}`, detail));
}

/** One line for people: `spec.nodeName: Invalid value: "A": ...`. */
export function describeProblem({ field, message }: Pick<FieldProblem, 'field' | 'message'>): string {
  return field === '' ? message : `${shortened(field, LONGEST_FIELD)}: ${message}`;
}

function problem(path: FieldPath, reason: ProblemReason, message: string): FieldProblem {
  return { field: path.toString(), reason, message };
}

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text}: ${detail}`;
}

/** A value inside a sentence: a name of the longest is shown whole, and leaves room for what is wrong with it. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'null';
  const text = JSON.stringify(value);
  return shortened(typeof value === 'string' ? asGoQuotes(text) : text, LONGEST_VALUE);
}

/** What Go writes in a quoted text where JSON writes a number of four digits, or the character itself. */
function asGoQuotes(text: string): string {
  return text.replace(/\\u(00[01][0-9a-f])|\\.|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (found, digits?: string) => {
    const code = digits === undefined ? (found.codePointAt(0) ?? 0) : Number.parseInt(digits, 16);
    if (found.startsWith('\\') && digits === undefined) return found;
    if (code === 7) return '\\a';
    if (code === 11) return '\\v';
    if (code < 0x80) return `\\x${hex(code, 2)}`;
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
