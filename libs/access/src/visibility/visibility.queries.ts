import type { Sight } from './visibility.js';

/** The SQL condition of a visibility on a column of namespaces; empty where it sees all. */
export function inSight(sight: Sight, column: string, parameter: (value: unknown) => string): string[] {
  if (sight.kind === 'all') return [];
  const namespaces = `${parameter([...sight.namespaces])}::text[]`;
  return [sight.kind === 'only' ? `${column} = ANY(${namespaces})` : `${column} <> ALL(${namespaces})`];
}

/** The same of rows of any kind, with these columns: what lives in no namespace is seen, a namespace by its name. */
export function objectInSight(
  sight: Sight,
  { kind, namespace, name }: Readonly<Record<'kind' | 'namespace' | 'name', string>>,
  parameter: (value: unknown) => string,
): string[] {
  const own = `CASE WHEN ${kind} = 'Namespace' THEN ${name} ELSE ${namespace} END`;
  return inSight(sight, own, parameter).map((condition) => `(${own} = '' OR ${condition})`);
}
