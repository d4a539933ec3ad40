import { ownField } from '#json';

const FIELDS = [
  ['PriorityClass', 'priorityClassName'],
  ['RuntimeClass', 'runtimeClassName'],
] as const;

/** The kinds of classes that pods name. */
export type ClassKind = (typeof FIELDS)[number][0];

/** The classes that the spec of a pod names. */
export function classesOf(spec: object = {}): (readonly [kind: ClassKind, name: string])[] {
  return FIELDS.flatMap(([kind, field]) => {
    const name = ownField(spec as Readonly<Record<string, unknown>>, field);
    return typeof name === 'string' && name !== '' ? [[kind, name] as const] : [];
  });
}
