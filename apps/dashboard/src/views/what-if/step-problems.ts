import type { FieldProblem } from '../../api/index.js';
import type { FormField } from '../../form/fields.js';

/** What is wrong with each step, by its place, with the path of the field below the step: `taint.add.0.effect`. */
export function stepProblems(problems: readonly FieldProblem[]): ReadonlyMap<number, readonly FieldProblem[]> {
  const found = new Map<number, FieldProblem[]>();
  for (const { field, message } of problems) {
    const [, place, path = ''] = /^\/steps\/(\d+)\/?(.*)$/.exec(field) ?? [];
    if (place === undefined) continue;
    const index = Number(place);
    found.set(index, [...(found.get(index) ?? []), { field: path.replaceAll('/', '.'), message }]);
  }
  return found;
}

/** The same of one step by the fields of its form; what is about none of them is shown at `whole`, if there is one. */
export function fieldProblems(
  problems: readonly FieldProblem[],
  fields: readonly Pick<FormField, 'name'>[],
  whole?: string,
): Readonly<Record<string, readonly string[]>> {
  const reported: Record<string, string[]> = {};
  for (const { field, message } of problems) {
    const [, name = '', ...rest] = field.split('.');
    const known = fields.find((one) => one.name === name);
    const at = known?.name ?? whole ?? '';
    const path = known === undefined ? [name, ...rest] : rest;
    (reported[at] ??= []).push([path.filter((step) => step !== '').join('.'), message].filter(Boolean).join(' '));
  }
  return reported;
}
