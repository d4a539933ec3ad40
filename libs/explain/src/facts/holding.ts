import { placedPod, type Container, type PlacedPod, type Pod } from '#scheduler';
import { lackingResources } from '../explainers/index.js';
import { quantityOf, type Pair } from '../pair/index.js';
import type { Fact, FactFinder } from './fact.js';

/** So many holders of a resource are looked at. */
const MOST_HOLDERS = 256;

/**
 * Pods that hold more of a resource than one would read in their containers, or that leave by themselves: an init
 * container counts until the pod ends, also once it has ended, a resize that is not done counts by its larger amount,
 * and so do the overhead of a class and requests of the pod as a whole.
 */
export const holdingFacts: FactFinder = (pair, { reasons }, manifests) =>
  lackingResources([{ reasons }]).flatMap((resource) =>
    pair.occupants.slice(0, MOST_HOLDERS).flatMap((holder): Fact[] => {
      const held = amountIn(holder, resource);
      if (held <= 0n) return [];
      const manifest = manifests.get(holder.uid);
      const why = holder.terminating
        ? leavingInWords(holder, { resource, held })
        : pair.nominated.includes(holder)
          ? `${quantityOf(resource, held)} ${resource} counts for ${nameOf(holder)}, which is nominated for the node ` +
            'and not on it yet'
          : manifest && whySoMuch(manifest, { resource, held, name: nameOf(holder) });
      return why ? [{ text: why, namespaces: namespacesOf(pair, holder) }] : [];
    }),
  );

function leavingInWords(pod: PlacedPod, { resource, held }: Omit<Held, 'name'>): string {
  const amount = `${quantityOf(resource, held)} ${resource}`;
  return `${amount} of ${nameOf(pod)} becomes free without an eviction: it is terminating`;
}

interface Held {
  readonly resource: string;
  readonly held: bigint;
  readonly name: string;
}

function whySoMuch(pod: Pod, held: Held): string | undefined {
  return resizeInWords(pod, held) ?? initInWords(pod, held) ?? wholeInWords(pod, held);
}

interface InitStatus {
  readonly name?: string;
  readonly state?: { readonly terminated?: object | null };
}

/** Whether an init container has ended; where none has a status, all have in a running pod that is initialized. */
function hasEndedIn({ status }: Pod): (container: Container) => boolean {
  const isInitialized = status?.conditions?.find(({ type }) => type === 'Initialized')?.status === 'True';
  const statuses = (status?.initContainerStatuses ?? []) as readonly InitStatus[];
  const ended = new Set(statuses.filter(({ state }) => Boolean(state?.terminated)).map(({ name }) => name));
  const known = new Set(statuses.map(({ name }) => name));
  return ({ name }) => ended.has(name) || (!known.has(name) && isInitialized && status?.phase === 'Running');
}

function initInWords(pod: Pod, { resource, held, name }: Held): string | undefined {
  const hasEnded = hasEndedIn(pod);
  const initContainers = (pod.spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy !== 'Always');
  const amountWithout = (gone: readonly Container[]): bigint => {
    const left = (pod.spec?.initContainers ?? []).filter((one) => !gone.includes(one));
    return amountIn(placedPod({ ...pod, spec: { ...pod.spec, initContainers: left } }), resource);
  };
  const rest = amountWithout(initContainers);
  const largest = initContainers.find((one) => amountWithout(initContainers.filter((other) => other !== one)) === held);
  if (rest >= held || largest === undefined) return undefined;
  const when = hasEnded(largest)
    ? `has ended; without it, it would count ${quantityOf(resource, amountWithout(initContainers.filter(hasEnded)))}`
    : `has not ended, and counts as long as the pod is there; its containers count ${quantityOf(resource, rest)}`;
  return (
    `pod ${name} counts ${quantityOf(resource, held)} ${resource}, the request of its init container ` +
    `${largest.name ?? ''}, which ${when}`
  );
}

function resizeInWords(pod: Pod, { resource, held, name }: Held): string | undefined {
  const pending = pod.status?.conditions?.find(({ type, status }) => type === 'PodResizePending' && status !== 'False');
  const running = pod.status?.conditions?.some(
    ({ type, status }) => type === 'PodResizeInProgress' && status !== 'False',
  );
  if (!pending && !running) return undefined;
  const asked = amountIn(placedPod({ ...pod, status: {} }), resource);
  const actual = amountIn(placedPod({ ...pod, spec: { ...pod.spec, containers: runningContainers(pod) } }), resource);
  const other = asked === held ? actual : asked;
  if (other === held) return undefined;
  const state = pending ? (pending.reason ?? 'Pending').toLowerCase() : 'in progress';
  const what = asked === held ? `which it asks for, while it runs with` : 'not';
  return (
    `pod ${name} counts ${quantityOf(resource, held)} ${resource}, ${what} ${quantityOf(resource, other)}, ` +
    `as its resize is ${state}`
  );
}

/** Its containers with the requests that they run with. */
function runningContainers({ spec, status }: Pod): readonly Container[] {
  const statuses = (status?.containerStatuses ?? []) as readonly (Pick<Container, 'resources'> & { name?: string })[];
  return (spec?.containers ?? []).map((container) => {
    const { resources } = statuses.find(({ name }) => name === container.name) ?? {};
    return resources ? { ...container, resources } : container;
  });
}

/** What counts beside the requests of containers: the overhead of a runtime class, and requests of the whole pod. */
function wholeInWords(pod: Pod, { resource, held, name }: Held): string | undefined {
  const { overhead: _overhead, resources: _resources, ...spec } = pod.spec ?? {};
  const bare = amountIn(placedPod({ ...pod, spec }), resource);
  const noOverhead = amountIn(placedPod({ ...pod, spec: { ...pod.spec, overhead: {} } }), resource);
  if (bare >= held) return undefined;
  const parts = [
    ...(noOverhead < held ? [`the overhead of its runtime class (${quantityOf(resource, held - noOverhead)})`] : []),
    ...(noOverhead > bare ? ['the requests of the pod as a whole'] : []),
  ];
  return (
    `pod ${name} counts ${quantityOf(resource, held)} ${resource}, by ${parts.join(' and ')}; ` +
    `its containers count ${quantityOf(resource, bare)}`
  );
}

/** How much of a resource a pod counts. */
export function amountIn({ load }: Pick<PlacedPod, 'load'>, resource: string): bigint {
  return resource === 'pods' ? 1n : (load.amounts.find(({ name }) => name === resource)?.exact ?? 0n);
}

function nameOf({ namespace, name }: PlacedPod): string {
  return `${namespace}/${name}`;
}

function namespacesOf({ incoming }: Pair, { namespace }: PlacedPod): readonly string[] {
  return namespace === incoming.namespace ? [] : [namespace];
}
