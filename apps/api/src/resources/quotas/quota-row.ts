import type { Manifest } from '#rows';
import { quotaLines, scopeTexts, type QuotaLine, type QuotaSpec } from '#api-server';
import type { ResourceList } from '#kubernetes';

/** A ResourceQuota, read for people and for charts. */
export interface QuotaRow {
  readonly namespace: string;
  readonly name: string;
  /** `BestEffort`, `PriorityClass In (high)`; all of them hold for what it counts. */
  readonly scopes: readonly string[];
  readonly resources: readonly QuotaLine[];
}

/** The same of a manifest. */
export function quotaRowOf({ metadata: { namespace = '', name }, spec, status }: Manifest): QuotaRow {
  const rules = (spec ?? {}) as QuotaSpec;
  const { used } = (status ?? {}) as { readonly used?: ResourceList };
  return { namespace, name, scopes: scopeTexts(rules), resources: quotaLines(rules, used) };
}
