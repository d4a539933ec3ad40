import type { FieldRequirement, LabelRequirement } from '#kubernetes';

/** A piece of SQL; `place` gives the parameter that stands for a value. */
export type Condition = (place: (value: unknown) => string) => string;

/** Where fields stand that have a column of their own; the others are read from the manifest. */
const COLUMN_OF_FIELD: Readonly<Record<string, string>> = {
  'metadata.name': 'name',
  'metadata.namespace': 'namespace',
  'spec.nodeName': "coalesce(node_name, '')",
  'status.phase': 'phase',
  'spec.schedulerName': 'scheduler_name',
};

/** Objects whose labels meet every requirement, as Kubernetes' label selectors do. */
export function byLabels(requirements: readonly LabelRequirement[]): Condition[] {
  return requirements.map((requirement) => (place) => labelCondition(requirement, place));
}

/** Objects whose fields equal, or differ from, what is asked; an absent field is the empty string. */
export function byFields(requirements: readonly FieldRequirement[], kind: string): Condition[] {
  return requirements.map(({ field, operator, value }) => (place) => {
    const isColumn = field.startsWith('metadata.') || kind === 'Pod';
    const column = isColumn ? COLUMN_OF_FIELD[field] : undefined;
    const expression = column ?? `coalesce(manifest #>> ${place(field.split('.'))}::text[], ${place(ABSENT[field] ?? '')})`;
    return `${expression} ${operator === '!=' ? '<>' : '='} ${place(value)}`;
  });
}

/** What fields that are not there compare as, where it is not the empty string. */
const ABSENT: Readonly<Record<string, string>> = { 'spec.unschedulable': 'false', 'spec.hostNetwork': 'false', 'status.replicas': '0' };

/** Kubernetes compares 64-bit integers; a label beyond them is not one. */
const INT64 = '-9223372036854775808 AND 9223372036854775807';

function labelCondition({ key, operator, values }: LabelRequirement, place: (value: unknown) => string): string {
  const label = `(manifest #>> ARRAY['metadata', 'labels', ${place(key)}]::text[])`;
  switch (operator) {
    case 'In':
      return `${label} = ANY(${place(values)}::text[])`;
    case 'NotIn':
      return `(${label} IS NULL OR ${label} <> ALL(${place(values)}::text[]))`;
    case 'Exists':
      return `${label} IS NOT NULL`;
    case 'DoesNotExist':
      return `${label} IS NULL`;
    case 'Gt':
    case 'Lt':
      return `CASE WHEN ${label} ~ '^[+-]?[0-9]+$' AND ${label}::numeric BETWEEN ${INT64}
        THEN ${label}::numeric ${operator === 'Gt' ? '>' : '<'} ${place(values[0])}::numeric ELSE false END`;
  }
}
