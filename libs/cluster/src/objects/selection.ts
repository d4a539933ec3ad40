import { ownField } from '#json';
import { findKindByName, selectedValue, type FieldRequirement } from '#kubernetes';
import { parseInt64, type LabelRequirement } from '#apimachinery';
import type { ObjectMatch } from './object-reading.js';

/** A piece of SQL; `parameter` gives the parameter that stands for a value. */
export type Condition = (parameter: (value: unknown) => string) => string;

/** Where fields stand that have a column of their own; the others are read from the manifest. */
const COLUMN_OF_FIELD: Readonly<Record<string, string>> = {
  'metadata.name': 'name',
  'metadata.namespace': 'namespace',
  'spec.nodeName': "coalesce(node_name, '')",
  'status.phase': 'phase',
  'spec.schedulerName': 'scheduler_name',
};

/** Objects of a kind that meet all of it. */
export function bySelection({ labels = [], fields = [] }: ObjectMatch, kind: string): Condition[] {
  return [...byLabels(labels), ...byFields(fields, kind)];
}

/** Objects whose labels meet every requirement, as Kubernetes' label selectors do. */
export function byLabels(requirements: readonly LabelRequirement[]): Condition[] {
  return requirements.map((requirement) => (parameter) => labelCondition(requirement, parameter));
}

/** Objects whose fields equal, or differ from, what is asked; an absent field is the empty string. */
export function byFields(requirements: readonly FieldRequirement[], kind: string): Condition[] {
  return requirements.map(({ field, operator, value }) => (parameter) => {
    // PostgreSQL keeps no NUL: nothing equals a text that has one, everything differs from it.
    if (value.includes('\0')) return operator === '!=' ? 'true' : 'false';
    const isColumn =
      kind === 'Pod' ||
      field === 'metadata.name' ||
      (field === 'metadata.namespace' && findKindByName(kind)?.namespaced === true);
    const column = isColumn ? ownField(COLUMN_OF_FIELD, field) : undefined;
    const expression = column ?? fieldOfManifest(field, { absent: absentValue(kind, field), parameter });
    return `${expression} ${operator === '!=' ? '<>' : '='} ${parameter(value)}`;
  });
}

/** Lists and objects are no values: they compare as what is not there. */
function fieldOfManifest(
  field: string,
  { absent, parameter }: { readonly absent: string; readonly parameter: (value: unknown) => string },
): string {
  const path = `${parameter(field.split('.'))}::text[]`;
  const isValue = `jsonb_typeof(manifest #> ${path}) NOT IN ('array', 'object')`;
  return `coalesce(CASE WHEN ${isValue} THEN manifest #>> ${path} END, ${parameter(absent)})`;
}

/** What a field that is not there compares as. */
function absentValue(kind: string, field: string): string {
  return selectedValue({ apiVersion: '', kind, metadata: { name: '' } }, field);
}

/** Kubernetes compares 64-bit integers; a label beyond them is not one. */
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

function labelCondition({ key, operator, values }: LabelRequirement, parameter: (value: unknown) => string): string {
  if ((operator === 'Gt' || operator === 'Lt') && parseInt64(values[0]) === undefined) return 'false';
  const label = `(manifest #>> ARRAY['metadata', 'labels', ${parameter(key)}]::text[])`;
  switch (operator) {
    case 'In':
      return `${label} = ANY(${parameter(values)}::text[])`;
    case 'NotIn':
      return `(${label} IS NULL OR ${label} <> ALL(${parameter(values)}::text[]))`;
    case 'Exists':
      return `${label} IS NOT NULL`;
    case 'DoesNotExist':
      return `${label} IS NULL`;
    case 'Gt':
      return integerBetween(label, BigInt(values[0] ?? 0) + 1n, INT64_MAX);
    case 'Lt':
      return integerBetween(label, INT64_MIN, BigInt(values[0] ?? 0) - 1n);
  }
}

/** What is longer than 64 bits is no integer, as in Go; numeric compares what bigint could not even read. */
function integerBetween(label: string, low: bigint, high: bigint): string {
  return `CASE WHEN ${label} ~ '^[+-]?[0-9]{1,63}$' THEN ${label}::numeric BETWEEN ${low} AND ${high} ELSE false END`;
}
