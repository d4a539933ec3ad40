import type { KubernetesObject } from '../metadata/index.js';

/** A value of a column: text, a whole number, true or false. */
export type Cell = string | number | boolean;

/** A column as a kind declares it. // as metav1.TableColumnDefinition */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly format: '' | 'name';
  /** 0: always shown; 1: shown by `-o wide`. */
  readonly priority: 0 | 1;
  readonly describedBy: ColumnDescription;
}

/** The description of a column: its text, or the field of a type (`PodSpec.nodeName`) whose description it has. */
export type ColumnDescription = { readonly text: string } | { readonly field: string };

/** A condition of a row, such as that its pod is complete. // as metav1.TableRowCondition */
export interface RowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

/** How the objects of a kind are printed: its columns, and the cells of an object at a time in milliseconds. */
export interface Columns {
  readonly columns: readonly Column[];
  readonly cells: (object: KubernetesObject, now: number) => readonly Cell[];
  readonly conditions: (object: KubernetesObject) => readonly RowCondition[];
  /** Annotations that are fields in the structure of the API server, whose metadata the rows have. */
  readonly fieldAnnotations: readonly string[];
}

/** What a kind declares. `View` names the fields that its cells read; each may be absent. */
export interface PrintedColumns<View> {
  readonly columns: readonly Column[];
  readonly cells: (object: KubernetesObject & View, now: number) => readonly Cell[];
  readonly conditions?: (object: KubernetesObject & View) => readonly RowCondition[];
  readonly fieldAnnotations?: readonly string[];
}

/** The printer columns of a kind. Source: API server v1.34 pkg/printers/internalversion. */
export function printerColumns<View = object>({
  columns,
  cells,
  conditions,
  fieldAnnotations = [],
}: PrintedColumns<View>): Columns {
  return Object.freeze({
    columns,
    cells: cells as Columns['cells'],
    conditions: (conditions ?? none) as Columns['conditions'],
    fieldAnnotations,
  });
}

/** A column that is described by a field of a type; its cells are texts unless `type` says otherwise. */
export function ofField(name: string, field: string, more: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', priority: 0, describedBy: { field }, ...more };
}

/** A column with a description of its own. */
export function described(name: string, text: string, more: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', priority: 0, describedBy: { text }, ...more };
}

/** Of a column that only `-o wide` shows. */
export const WIDE = { priority: 1 } as const;
export const WHOLE = { type: 'integer' } as const;
export const FLAG = { type: 'boolean' } as const;

/** The columns that most kinds have. */
export const NAME = ofField('Name', 'ObjectMeta.name', { format: 'name' });
export const AGE = ofField('Age', 'ObjectMeta.creationTimestamp');

/** The columns of kinds that declare none. // as apiserver registry/rest NewDefaultTableConvertor */
export const DEFAULT_COLUMNS = printerColumns({
  columns: [NAME, ofField('Created At', 'ObjectMeta.creationTimestamp', { type: 'date' })],
  cells: ({ metadata }) => [metadata.name, metadata.creationTimestamp ?? ''],
});

function none(): readonly RowCondition[] {
  return [];
}
