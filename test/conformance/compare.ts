import { RESULT_FIELDS, SCENARIO_FIELDS, type Recorded, type RecordedResult } from './recording.js';

/** A field that may be compared, or one inside it: `postFilter`, `preFilter.plugins`. */
export type Field = string;

export interface Difference {
  readonly field: Field;
  readonly want: unknown;
  readonly got: unknown;
}

/** What can be ignored: the fields of a result, those of a scenario, and those inside `preFilter` and `postFilter`. */
export const COMPARABLE_FIELDS: readonly Field[] = [
  ...SCENARIO_FIELDS,
  ...RESULT_FIELDS,
  ...['plugins', 'code', 'plugin', 'reasons', 'nodeNames', 'skipped'].map((name) => `preFilter.${name}`),
  ...[
    'code',
    'plugin',
    'message',
    'resultIsNil',
    'nominatedNode',
    'victims',
    'best',
    'candidates',
    'dryRunStatuses',
  ].map((name) => `postFilter.${name}`),
];

/** Differences of the attempt `index`. The scenario's own fields are compared with its first attempt. */
export function compareAttempt(
  want: Recorded,
  got: Recorded,
  { index, ignore }: { index: number; ignore: ReadonlySet<Field> },
): Difference[] {
  const fields: (readonly [Field, unknown, unknown])[] = RESULT_FIELDS.map((field) => [
    field,
    want.results[index]?.[field],
    got.results[index]?.[field],
  ]);
  if (index === 0) fields.unshift(...SCENARIO_FIELDS.map((field) => [field, want[field], got[field]] as const));
  return fields.flatMap(([field, wanted, given]) =>
    ignore.has(field) ? [] : compareField(field, { want: wanted, got: given, ignore }),
  );
}

function compareField(
  field: Field,
  { want, got, ignore }: { want: unknown; got: unknown; ignore: ReadonlySet<Field> },
): Difference[] {
  const wanted = prune(withoutIgnored(field, want, ignore));
  const given = prune(withoutIgnored(field, got, ignore));
  return canonical(wanted) === canonical(given) ? [] : [firstDifference(field, wanted, given)];
}

function withoutIgnored(field: Field, value: unknown, ignore: ReadonlySet<Field>): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ignore.has(`${field}.${name}`)));
}

/**
 * Recordings leave out what is empty, and are not of one mind about null and false: absent,
 * null, false and empty are one.
 */
function prune(value: unknown): unknown {
  if (value === null || value === undefined || value === false || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => prune(item) ?? item);
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, prune(field)] as const)
    .filter(([, field]) => field !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, field: unknown) =>
      isObject(field) ? Object.fromEntries(Object.entries(field).sort()) : field,
    ) ?? ''
  );
}

/** Goes down to the smallest part that differs, so that it can be read. */
function firstDifference(field: Field, want: unknown, got: unknown): Difference {
  if (isObject(want) && isObject(got)) {
    for (const name of new Set([...Object.keys(want), ...Object.keys(got)])) {
      if (canonical(want[name]) !== canonical(got[name]))
        return firstDifference(`${field}.${name}`, want[name], got[name]);
    }
  }
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
    const index = want.findIndex((item, position) => canonical(item) !== canonical(got[position]));
    if (index >= 0) return firstDifference(`${field}[${index}]`, want[index], got[index]);
  }
  return { field, want, got };
}

/** The comparable field that a difference lies in. */
export function topField(field: Field): Field {
  return field.split(/[.[]/)[0] ?? field;
}

function isObject(value: unknown): value is RecordedResult {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
