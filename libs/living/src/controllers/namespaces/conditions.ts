import { findKindByName, type Condition, type KubernetesObject } from '#kubernetes';

export type NamespaceCondition = Condition;

/** The objects that are left in a namespace. */
export type Remaining = readonly KubernetesObject[];

interface Said {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly status?: string;
}

/** What is said of a namespace on its way out. // as kubernetes v1.34 namespaceConditionUpdater */
export function conditionsOf(
  before: readonly NamespaceCondition[],
  { remaining, failure, time }: { readonly remaining: Remaining; readonly failure?: string; readonly time: string },
): readonly NamespaceCondition[] {
  const said: readonly Said[] = [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      reason: 'ResourcesDiscovered',
      message: 'All resources successfully discovered',
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      reason: 'ParsedGroupVersions',
      message: 'All legacy kube types successfully parsed',
    },
    deletionOf(failure),
    contentOf(remaining),
    finalizersOf(remaining),
  ];
  return said.reduce((conditions, one) => withSaid(conditions, one, time), before);
}

/** // as updateConditions */
function withSaid(
  conditions: readonly NamespaceCondition[],
  { status = 'False', ...one }: Said,
  time: string,
): readonly NamespaceCondition[] {
  const known = conditions.find(({ type }) => type === one.type);
  if (known === undefined) return [...conditions, { ...one, status, lastTransitionTime: time }];
  const since = known.status === status ? known.lastTransitionTime : time;
  const after = { ...known, ...one, status, ...(since !== undefined && { lastTransitionTime: since }) };
  return conditions.map((other) => (other === known ? after : other));
}

function deletionOf(failure: string | undefined): Said {
  const type = 'NamespaceDeletionContentFailure';
  if (failure === undefined) {
    const message = 'All content successfully deleted, may be waiting on finalization';
    return { type, reason: 'ContentDeleted', message };
  }
  const message = `Failed to delete all resource types, 1 remaining: ${failure}`;
  return { type, status: 'True', reason: 'ContentDeletionFailed', message };
}

function contentOf(remaining: Remaining): Said {
  const type = 'NamespaceContentRemaining';
  if (remaining.length === 0) return { type, reason: 'ContentRemoved', message: 'All content successfully removed' };
  const counted = countsText(remaining.map(({ kind, apiVersion }) => resourceOf(kind, apiVersion)));
  const parts = counted.map(([name, n]) => `${name} has ${n} resource instances`);
  const message = `Some resources are remaining: ${parts.join(', ')}`;
  return { type, status: 'True', reason: 'SomeResourcesRemain', message };
}

function finalizersOf(remaining: Remaining): Said {
  const type = 'NamespaceFinalizersRemaining';
  const finalizers = remaining.flatMap(({ metadata }) => metadata.finalizers ?? []);
  if (finalizers.length === 0)
    return { type, reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' };
  const counted = countsText(finalizers).map(([name, n]) => `${name} in ${n} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${counted.join(', ')}`;
  return { type, status: 'True', reason: 'SomeFinalizersRemain', message };
}

/** `deployments.apps`, `pods.` */
function resourceOf(kind: string, apiVersion: string): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `${findKindByName(kind)?.plural ?? kind}.${group}`;
}

function countsText(names: readonly string[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
