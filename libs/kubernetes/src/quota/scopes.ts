/** core/v1 ScopedResourceSelectorRequirement. */
export interface ScopeRequirement {
  readonly scopeName?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

/** What of the spec of a quota decides which objects it counts. */
export interface QuotaScopes {
  readonly scopes?: readonly string[];
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
}

/** All of them must hold. // as quota/v1/generic v1.34 getScopeSelectorsFromQuota */
export function scopesOf({ scopes = [], scopeSelector }: QuotaScopes): readonly ScopeRequirement[] {
  const named = scopes.map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...named, ...(scopeSelector?.matchExpressions ?? [])];
}

/**
 * Whether a requirement on names holds for an object that has these: for one of them, and for an object without a name
 * as for a label that is absent. // as core/v1 helper v1.34 ScopedResourceSelectorRequirementsAsSelector
 */
export function matchesNames({ operator, values = [] }: ScopeRequirement, names: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return names.some((name) => values.includes(name));
    case 'NotIn':
      return names.length === 0 || names.some((name) => !values.includes(name));
    case 'Exists':
      return names.length > 0;
    case 'DoesNotExist':
      return names.length === 0;
    default:
      return false;
  }
}
