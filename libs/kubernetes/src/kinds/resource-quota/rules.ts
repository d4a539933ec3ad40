import { internalView } from '../../internals/index.js';
import type { JudgedField } from '#apimachinery';
import { checkAmounts, isQuotaResource, quotaResourceName, type ResourceList } from '../../resources/index.js';
import type { ResourceQuotaSpec, ScopeRequirement } from './type.js';

const COUNTED_PODS: readonly string[] = ['pods'];
const POD_RESOURCES: readonly string[] = [
  ...COUNTED_PODS,
  ...['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'],
];
const CLAIM_RESOURCES: readonly string[] = ['persistentvolumeclaims', 'requests.storage'];

/**
 * Every scope, and what a quota of that scope can be of.
 * // as API server v1.34 IsResourceQuotaScopeValidForResource
 */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Terminating', POD_RESOURCES],
  ['NotTerminating', POD_RESOURCES],
  ['BestEffort', COUNTED_PODS],
  ['NotBestEffort', POD_RESOURCES],
  ['PriorityClass', POD_RESOURCES],
  ['CrossNamespacePodAffinity', POD_RESOURCES],
  ['VolumeAttributesClass', CLAIM_RESOURCES],
]);
const CONTRADICTING: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
/** These are or are not; the others have values. */
const WITHOUT_VALUES: readonly string[] = [
  ...['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity'],
];

/** What it limits, and of which objects. // as API server v1.34 ValidateResourceQuotaSpec */
export function checkQuotaSpec(spec: ResourceQuotaSpec, at: JudgedField): void {
  checkQuotaAmounts(spec.hard, at.child('hard'));
  checkScopes(spec, at.child('scopes'));
  checkSelector(spec, at.child('scopeSelector').child('matchExpressions'));
}

/** Amounts of what a quota can be of. */
export function checkQuotaAmounts(amounts: ResourceList | undefined, at: JudgedField): void {
  checkAmounts(amounts, quotaResourceName, at);
}

function checkScopes({ hard, scopes = [] }: ResourceQuotaSpec, at: JudgedField): void {
  for (const scope of scopes) {
    if (!SCOPES.has(scope)) at.invalid(scopes, 'unsupported scope');
    for (const _ of resourcesOutside(scope, hard)) at.invalid(scopes, 'unsupported scope applied to resource');
  }
  checkContradictions(scopes, scopes, at);
}

function checkSelector({ hard, scopes, scopeSelector }: ResourceQuotaSpec, at: JudgedField): void {
  const requirements = scopeSelector?.matchExpressions ?? [];
  for (const requirement of requirements) {
    const { scopeName = '' } = requirement;
    if (!SCOPES.has(scopeName)) at.child('scopeName').invalid(scopeName, 'unsupported scope');
    for (const _ of resourcesOutside(scopeName, hard))
      at.invalid(
        scopeSelector && internalView(scopeSelector, 'ScopeSelector'),
        'unsupported scope applied to resource',
      );
    checkRequirement(requirement, at);
  }
  const names = requirements.map(({ scopeName = '' }) => scopeName);
  checkContradictions(names, scopes ?? null, at);
}

/** Resources that Kubernetes counts, and not by that scope. What others count may be of any. */
function resourcesOutside(scope: string, hard: ResourceList = {}): string[] {
  const inside = SCOPES.get(scope);
  if (inside === undefined) return [];
  return Object.keys(hard).filter((name) => isQuotaResource(name) && !inside.includes(name));
}

function checkContradictions(scopes: readonly string[], shown: unknown, at: JudgedField): void {
  for (const [one, other] of CONTRADICTING)
    if (scopes.includes(one) && scopes.includes(other)) at.invalid(shown, 'conflicting scopes');
}

function checkRequirement({ scopeName = '', operator = '', values = [] }: ScopeRequirement, at: JudgedField): void {
  if (WITHOUT_VALUES.includes(scopeName) && operator !== 'Exists')
    at.child('operator').invalid(
      operator,
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
        'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity',
    );
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      at.child('values').required("must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      at.child('values').invalid(
        values,
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      );
  } else at.child('operator').invalid(operator, 'not a valid selector operator');
}
