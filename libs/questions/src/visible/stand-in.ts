import { PastObject } from '#state';

/** No namespace is called so: the name is no DNS label. */
const NAMESPACE = '(other teams)';

/** Above every priority that a pod can have, so that no pod preempts it. */
const HIGHEST_PRIORITY = 2 ** 31 - 1;

/**
 * So many pods that request so much together: the first requests all of it, the others nothing. Zeros are explicit,
 * because the scores of a pod without requests assume some.
 */
export function standIns(
  node: string,
  {
    pods,
    requests,
  }: { readonly pods: number; readonly requests: readonly { readonly resource: string; readonly quantity: string }[] },
): PastObject[] {
  const nothing = { cpu: '0', memory: '0' };
  const all = Object.fromEntries(requests.map(({ resource, quantity }) => [resource, quantity]));
  return Array.from({ length: pods }, (_, index) =>
    standIn(node, { index, requests: index === 0 ? { ...nothing, ...all } : nothing }),
  );
}

export function isStandIn({ namespace }: { readonly namespace: string }): boolean {
  return namespace === NAMESPACE;
}

function standIn(
  node: string,
  { index, requests }: { readonly index: number; readonly requests: Readonly<Record<string, string>> },
): PastObject {
  const name = `${node}/${index}`;
  const uid = `${NAMESPACE} ${name}`;
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: NAMESPACE, name, uid },
    spec: {
      nodeName: node,
      priority: HIGHEST_PRIORITY,
      containers: [{ name: 'sum', image: '', resources: { requests } }],
    },
    status: { phase: 'Running' },
  };
  const identity = { kind: 'Pod', namespace: NAMESPACE, name, uid };
  const never = { resourceVersion: 0n, createdPosition: 0n };
  return new PastObject(identity, never, { text: JSON.stringify(pod), patches: [] });
}
