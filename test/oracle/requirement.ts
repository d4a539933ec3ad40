import type { Labels, Requirement } from './objects.js';

const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const INTEGER = /^[+-]?[0-9]+$/;
const BAD_KEY =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const BAD_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation " +
  "is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** A base-10 number of 64 bits, as strconv.ParseInt reads it; undefined when it is none. */
export function integerOf(text: string): bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  const number = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** What labels.NewRequirement finds wrong, in its own words. `path` is where the requirement stands. */
export function requirementProblems(
  { key = '', operator = '', values = [] }: Requirement,
  path: string,
): readonly string[] {
  const at = (child: string): string => (path === '' ? child : `${path}.${child}`);
  const problems: string[] = [];
  if (!isLabelKey(key)) problems.push(`${at('key')}: Invalid value: ${JSON.stringify(key)}: ${BAD_KEY}`);
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0)
    problems.push(`${at('values')}: Invalid value: []: for 'in', 'notin' operators, values set can't be empty`);
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    problems.push(
      `${at('values')}: Invalid value: ${JSON.stringify(values)}: values set must be empty for ` +
        'exists and does not exist',
    );
  }
  if (operator === 'Gt' || operator === 'Lt') problems.push(...comparisonProblems(values, at('values')));
  values.forEach((value, index) => {
    if (!VALUE.test(value) || value.length > 63)
      problems.push(`${at('values')}[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${BAD_VALUE}`);
  });
  return problems;
}

function comparisonProblems(values: readonly string[], path: string): readonly string[] {
  const problems =
    values.length === 1
      ? []
      : [`${path}: Invalid value: ${JSON.stringify(values)}: for 'Gt', 'Lt' operators, exactly one value is required`];
  values.forEach((value, index) => {
    if (integerOf(value) === undefined)
      problems.push(
        `${path}[${index}]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the ` +
          'value must be an integer',
      );
  });
  return problems;
}

function isLabelKey(key: string): boolean {
  const parts = key.split('/');
  if (parts.length > 2) return false;
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return (
    NAME.test(name) && name.length <= 63 && (prefix === undefined || (PREFIX.test(prefix) && prefix.length <= 253))
  );
}

/** Whether labels meet a requirement that has no problems. */
export function meets(labels: Labels, { key = '', operator, values = [] }: Requirement): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return compares(value, values[0], (a, b) => a > b);
    case 'Lt':
      return compares(value, values[0], (a, b) => a < b);
    default:
      return false;
  }
}

function compares(
  value: string | undefined,
  bound: string | undefined,
  holds: (a: bigint, b: bigint) => boolean,
): boolean {
  const a = value === undefined ? undefined : integerOf(value);
  const b = bound === undefined ? undefined : integerOf(bound);
  return a !== undefined && b !== undefined && holds(a, b);
}
