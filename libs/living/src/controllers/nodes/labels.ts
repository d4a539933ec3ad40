import { ownField } from '#json';
import type { KubernetesObject } from '#kubernetes';

/** Labels that were named otherwise before, with their older names. // as labelReconcileInfo */
const OLDER: readonly (readonly [label: string, older: string])[] = [
  ['kubernetes.io/os', 'beta.kubernetes.io/os'],
  ['kubernetes.io/arch', 'beta.kubernetes.io/arch'],
];

/** The labels that a node lacks under their older names. // as node lifecycle controller v1.34 reconcileNodeLabels */
export function missingLabels({ metadata: { labels = {} } }: KubernetesObject): Readonly<Record<string, string>> {
  const missing = OLDER.flatMap(([label, older]) => {
    const value = ownField(labels, label);
    return value === undefined || value === ownField(labels, older) ? [] : [[older, value] as const];
  });
  return Object.fromEntries(missing);
}
