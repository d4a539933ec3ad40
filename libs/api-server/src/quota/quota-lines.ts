import { formatQuantity, inBaseUnits, subtractQuantities, ZERO_QUANTITY } from '#apimachinery';
import { readAmounts, type ResourceList } from '#kubernetes';
import type { QuotaSpec } from './quota.js';
import { scopesOf } from './scopes.js';

/** What a quota allows of one resource, what is used and what is left: as Kubernetes writes it, and in numbers. */
export interface QuotaLine {
  readonly resource: string;
  readonly hard: string;
  readonly used: string;
  /** Below nothing where more is used than allowed. */
  readonly free: string;
  /** In cores, bytes or objects: the nearest doubles. */
  readonly hardValue: number;
  readonly usedValue: number;
  readonly freeValue: number;
}

/** The lines of a quota, by resource. What is not counted has none used. */
export function quotaLines({ hard }: QuotaSpec, used: ResourceList | undefined): QuotaLine[] {
  const taken = readAmounts(used);
  return [...readAmounts(hard)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, limit]) => {
      const amount = taken.get(resource) ?? ZERO_QUANTITY;
      const left = subtractQuantities(limit, amount);
      return {
        resource,
        hard: formatQuantity(limit),
        used: formatQuantity(amount),
        free: formatQuantity(left),
        hardValue: inBaseUnits(limit),
        usedValue: inBaseUnits(amount),
        freeValue: inBaseUnits(left),
      };
    });
}

/** The scopes of a quota as people write them: `BestEffort`, `PriorityClass In (high, low)`. */
export function scopeTexts(spec: QuotaSpec): string[] {
  const plain = new Set(spec.scopes ?? []);
  return scopesOf(spec).map(({ scopeName = '', operator = '', values = [] }) => {
    if (plain.has(scopeName) && operator === 'Exists') return scopeName;
    return values.length === 0 ? `${scopeName} ${operator}` : `${scopeName} ${operator} (${values.join(', ')})`;
  });
}
