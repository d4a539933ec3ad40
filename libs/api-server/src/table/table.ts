import type { Cell, Columns, KubernetesObject, RowCondition } from '#kubernetes';

/** How much of its object a row carries. */
export const INCLUDED_OBJECTS = ['None', 'Metadata', 'Object'] as const;
export type IncludedObject = (typeof INCLUDED_OBJECTS)[number];

/** The group version of a Table or of partial metadata. */
export type MetaVersion = 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';

/** How a table is made. */
export interface TableOptions {
  readonly apiVersion: MetaVersion;
  readonly includeObject: IncludedObject;
  /** The time that ages are counted to, in milliseconds. */
  readonly now: number;
  /** The description of a field, such as `PodSpec.nodeName`. */
  readonly descriptionOf: (field: string) => string;
  /** False where the reader has the columns already, as after the first event of a watch. */
  readonly withColumns?: boolean;
}

/** metav1.Table */
export interface Table {
  readonly kind: 'Table';
  readonly apiVersion: MetaVersion;
  readonly metadata: object;
  readonly columnDefinitions: readonly object[] | null;
  readonly rows: readonly TableRow[];
}

interface TableRow {
  readonly cells: readonly Cell[];
  readonly conditions?: readonly RowCondition[];
  readonly object: object | null;
}

/** metav1.PartialObjectMetadata */
export interface PartialMetadata {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: MetaVersion;
  readonly metadata: KubernetesObject['metadata'];
}

/** What a table shows: objects of one kind, and the metadata of their list. */
export interface TableContent {
  readonly objects: readonly KubernetesObject[];
  readonly metadata: object;
}

/** Objects of one kind as a table. */
export function tableOf(
  shown: Columns,
  { objects, metadata }: TableContent,
  { apiVersion, includeObject, now, descriptionOf, withColumns = true }: TableOptions,
): Table {
  const { columns, cells, conditions } = shown;
  const definitions = columns.map(({ name, type, format, priority, describedBy }) => {
    const description = 'text' in describedBy ? describedBy.text : descriptionOf(describedBy.field);
    return { name, type, format, description, priority };
  });
  const withoutFields = (object: KubernetesObject): object | null =>
    includeObject === 'None' ? null : partialMetadata(object, apiVersion, shown);
  const rows = objects.map((object): TableRow => {
    const found = conditions(object);
    return {
      cells: cells(object, now),
      ...(found.length > 0 && { conditions: found }),
      object: includeObject === 'Object' ? object : withoutFields(object),
    };
  });
  return { kind: 'Table', apiVersion, metadata, columnDefinitions: withColumns ? definitions : null, rows };
}

function without(object: KubernetesObject, annotations: readonly string[]): KubernetesObject {
  const { annotations: given, ...metadata } = object.metadata;
  if (given === undefined || annotations.length === 0) return object;
  const kept = Object.entries(given).filter(([name]) => !annotations.includes(name));
  return { ...object, metadata: { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) } };
}

/** What is known of an object without its own fields, those that it has as annotations among them. */
export function partialMetadata(
  object: KubernetesObject,
  apiVersion: MetaVersion,
  { fieldAnnotations }: Pick<Columns, 'fieldAnnotations'>,
): PartialMetadata {
  const { metadata } = without(object, fieldAnnotations);
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}
