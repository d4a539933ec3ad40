import {
  compareFound,
  matchOf,
  type FoundObject,
  type LabelKey,
  type LabelledKind,
  type NamespaceCounts,
  type NameSearch,
  type StateCounts,
} from '#cluster';
import type { Node, Pod } from '#kubernetes';
import type { PastObject, PastState } from '#state';

/** The keys of the labels of a kind, as the present answers them. */
export function pastLabelKeys(
  state: PastState,
  { kind, values: most }: { readonly kind: LabelledKind; readonly values: number },
): LabelKey[] {
  const keys = new Map<string, Map<string, number>>();
  for (const object of state.ofKind(kind)) {
    for (const [key, value] of Object.entries(object.stored().object.metadata.labels ?? {})) {
      const values = keys.get(key) ?? new Map<string, number>();
      keys.set(key, values.set(value, (values.get(value) ?? 0) + 1));
    }
  }
  return [...keys]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => ({
      key,
      distinct: values.size,
      objects: [...values.values()].reduce((sum, objects) => sum + objects, 0),
      values: [...values]
        .map(([value, objects]) => ({ value, objects }))
        .sort((a, b) => b.objects - a.objects || (a.value < b.value ? -1 : 1))
        .slice(0, most),
    }));
}

/** A page of the namespaces. */
export function pastNamespaces(
  state: PastState,
  { after, limit }: { readonly after: string; readonly limit: number },
): NamespaceCounts[] {
  const counts = new Map<string, { pods: number; pendingPods: number }>();
  for (const pod of state.ofKind('Pod')) {
    const count = counts.get(pod.namespace) ?? { pods: 0, pendingPods: 0 };
    counts.set(pod.namespace, count);
    count.pods++;
    if (isPending(pod)) count.pendingPods++;
  }
  return state
    .ofKind('Namespace')
    .filter(({ name }) => name > after)
    .slice(0, limit)
    .map(({ name, uid }) => ({ name, uid, ...(counts.get(name) ?? { pods: 0, pendingPods: 0 }) }));
}

export function pastStates(state: PastState): StateCounts {
  const nodes = state.ofKind('Node').map((node) => node.stored().object as Node);
  const pending = state
    .ofKind('Pod')
    .filter(isPending)
    .map((pod) => pod.stored().object as unknown as Pod);
  return {
    unreadyNodes: nodes.filter(({ status }) => {
      const ready = status?.conditions?.find(({ type }) => type === 'Ready');
      return ready !== undefined && ready.status !== 'True';
    }).length,
    cordonedNodes: nodes.filter(({ spec }) => spec?.unschedulable === true).length,
    gatedPods: pending.filter(({ spec }) => (spec.schedulingGates ?? []).length > 0).length,
    nominatedPods: pending.filter(({ status }) => Boolean(status?.nominatedNodeName)).length,
  };
}

/** Objects by their names. */
export function pastNames(state: PastState, { text, kinds, limit }: NameSearch): FoundObject[] {
  return kinds
    .flatMap((kind) => state.ofKind(kind))
    .flatMap((object): FoundObject[] => {
      const match = matchOf(object, text);
      const { kind, namespace, name, uid } = object;
      return match === undefined ? [] : [{ kind, namespace, name, uid, match }];
    })
    .sort(compareFound)
    .slice(0, limit);
}

function isPending({ placement }: PastObject): boolean {
  return placement.node === null && !placement.finished;
}
