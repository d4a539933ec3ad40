import { z } from 'zod';

/** A column of CSV: a field of a row, or a field of an object in it. */
export interface TableColumn {
  readonly name: string;
  readonly path: readonly [field: string, inner?: string];
}

/** The field that says of which group a row is: its columns are what the rows are grouped by. */
const GROUP = 'group';

/**
 * The columns of rows of this shape, the same for any rows. Fields of an object get the names of both, `nodes` and
 * `first` become `nodesFirst`; those of a group are what `groupBy` names. A list, an object of any names and what is
 * deeper is one column.
 */
export function columnsOf(row: z.ZodType, groupBy: readonly string[] = []): TableColumn[] {
  const columns = fieldsOf(row).flatMap(([name, field]): TableColumn[] => {
    const inner = fieldsOf(field).map(([one]) => one);
    if (name === GROUP && inner.length === 0) return groupBy.map((one) => ({ name: one, path: [name, one] }));
    if (inner.length === 0) return [{ name, path: [name] }];
    return inner.map((one) => ({
      name: name === GROUP ? one : `${name}${one.charAt(0).toUpperCase()}${one.slice(1)}`,
      path: [name, one],
    }));
  });
  return columns.filter(({ name }, index) => columns.findIndex((one) => one.name === name) === index);
}

/** The fields of an object, absent or not; of alternatives those of each. None of anything else. */
function fieldsOf(schema: z.ZodType): [name: string, field: z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodLazy) return fieldsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((side) => fieldsOf(side as z.ZodType));
  return schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
}

/** What a page of a list is of; undefined where an answer is no such page. */
export function rowOf(page: z.ZodType | undefined): z.ZodType | undefined {
  if (!(page instanceof z.ZodObject)) return undefined;
  const items = (page.shape as Record<string, z.ZodType>)['items'];
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}
