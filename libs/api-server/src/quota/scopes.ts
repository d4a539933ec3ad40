/** core/v1 ScopedResourceSelectorRequirement. */
export interface ScopeRequirement {
  readonly scopeName?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

/** What of the spec of a quota decides which objects it counts. */
export interface QuotaScopes {
  readonly scopes?: readonly string[] | null;
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] } | null;
}

/** All of them must hold. // as quota/v1/generic v1.34 getScopeSelectorsFromQuota */
export function scopesOf({ scopes, scopeSelector }: QuotaScopes): readonly ScopeRequirement[] {
  const named = (scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...named, ...(scopeSelector?.matchExpressions ?? [])];
}

/** Whether the quota counts some objects only. */
export function hasScopes(spec: QuotaScopes): boolean {
  return scopesOf(spec).length > 0;
}

/** Scopes whose requirements are on the names of classes. */
const OF_CLASSES: readonly string[] = ['PriorityClass', 'VolumeAttributesClass'];

/** Whether an object that is in these scopes is one that the quota counts. */
export function isInScope(spec: QuotaScopes, scopes: readonly string[]): boolean {
  return scopesOf(spec).every((required) => {
    const { scopeName = '' } = required;
    if (!OF_CLASSES.includes(scopeName)) return scopes.includes(scopeName);
    const prefix = `${scopeName}=`;
    return matchesNames(
      required,
      scopes.flatMap((scope) => (scope.startsWith(prefix) ? scope.slice(prefix.length) : [])),
    );
  });
}

/**
 * Whether a requirement on names holds for an object that has these: for one of them, and for an object without a name
 * as for a label that is absent. // as core/v1 helper v1.34 ScopedResourceSelectorRequirementsAsSelector
 */
function matchesNames({ operator, values = [] }: ScopeRequirement, names: readonly string[]): boolean {
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
