import type { Pod } from '#scheduler';

type Spec = NonNullable<Pod['spec']>;

/** What a spec is without its node, made once: the engine knows specs by their identity. */
const withoutNode = new WeakMap<Spec, Spec>();

/**
 * The pod that a controller makes in the place of one that went: it waits for a node. It keeps its name here, so that
 * it is seen where it goes; a ReplicaSet would give it another one. One that was not ready is not ready elsewhere.
 */
export function pendingAgain(pod: Pod, { uid, at }: { readonly uid: string; readonly at: string }): Pod {
  const { deletionTimestamp: _gone, ...metadata } = pod.metadata ?? {};
  const spec = specOf(pod.spec ?? {});
  const unready = pod.status?.conditions?.filter(({ type, status }) => type === 'Ready' && status !== 'True') ?? [];
  const status = { phase: 'Pending', ...(unready.length > 0 && { conditions: unready }) };
  return { ...pod, metadata: { ...metadata, uid, creationTimestamp: at }, spec, status };
}

function specOf(spec: Spec): Spec {
  let asked = withoutNode.get(spec);
  if (asked === undefined) {
    const { nodeName: _, ...rest } = spec;
    withoutNode.set(spec, (asked = rest));
  }
  return asked;
}
