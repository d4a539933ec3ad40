import { ONE, type KindDescription } from '#kubernetes';
import type { QuotaEvaluator } from './evaluator.js';

/** Kinds of the core group that quotas count by their plural too. // as core v1.34 legacyObjectCountAliases */
export const COUNTED_BY_PLURAL: readonly string[] = [
  'configmaps',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
];

/** Objects of any kind are counted: `count/replicasets.apps`. // as quota/v1/generic v1.34 objectCountEvaluator */
export function countQuota({ plural, group }: Pick<KindDescription, 'plural' | 'group'>): QuotaEvaluator {
  const counted = `count/${plural}${group === '' ? '' : `.${group}`}`;
  const names = group === '' && COUNTED_BY_PLURAL.includes(plural) ? [counted, plural] : [counted];
  const usage = new Map(names.map((name) => [name, ONE]));
  return {
    varies: false,
    updates: () => false,
    tracks: (resource) => names.includes(resource),
    scopes: () => [],
    missing: () => undefined,
    usage: () => usage,
  };
}
