import type { Schemas } from '#client';

/** One limit of a quota, as a line of the table; amounts in base units. */
export interface QuotaLine {
  readonly namespace: string;
  readonly quota: string;
  readonly resource: string;
  readonly hard: number;
  readonly used: number;
  readonly free: number;
  /** Used by hard; null where nothing may be used. */
  readonly share: number | null;
}

export function quotaLines(quotas: readonly Schemas['Quota'][]): readonly QuotaLine[] {
  return quotas.flatMap(({ namespace, name, resources }) =>
    resources.map(({ resource, hardValue, usedValue, freeValue }) => ({
      ...{ namespace, quota: name, resource, hard: hardValue, used: usedValue, free: freeValue },
      share: hardValue === 0 ? null : usedValue / hardValue,
    })),
  );
}
