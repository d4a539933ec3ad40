import { placedPod, type Container, type PlacedPod, type Pod } from '#scheduler';
import { lackingResources } from '../explainers/index.js';
import { quantityOf, type Pair } from '../pair/index.js';
import type { Fact, FactFinder } from './fact.js';

/** So many holders of a resource are looked at. */
const MOST_HOLDERS = 256;

/**
 * Pods that hold more of a resource than one would read in their containers, or that leave by themselves: an init
 * container that has ended counts until the pod ends, and a resize that is not done counts by its larger amount.
 */
export const holdingFacts: FactFinder = (pair, { reasons }, manifests) =>
  lackingResources([{ reasons }]).flatMap((resource) =>
    pair.occupants.slice(0, MOST_HOLDERS).flatMap((holder): Fact[] => {
      const held = amountIn(holder, resource);
      if (held <= 0n) return [];
      const manifest = manifests.get(holder.uid);
      const why = holder.terminating
        ? leavingInWords(holder, { resource, held })
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
  return resizeInWords(pod, held) ?? initInWords(pod, held);
}

interface InitStatus {
  readonly name?: string;
  readonly state?: { readonly terminated?: object | null };
}

function initInWords(pod: Pod, { resource, held, name }: Held): string | undefined {
  const ended = new Set(
    ((pod.status?.initContainerStatuses ?? []) as readonly InitStatus[])
      .filter(({ state }) => Boolean(state?.terminated))
      .map((status) => status.name),
  );
  const initContainers = pod.spec?.initContainers ?? [];
  const hasEnded = ({ name: of, restartPolicy }: Container): boolean => restartPolicy !== 'Always' && ended.has(of);
  const without = { ...pod, spec: { ...pod.spec, initContainers: initContainers.filter((one) => !hasEnded(one)) } };
  const rest = amountIn(placedPod(without), resource);
  const alone = (one: Container): Pod => ({ ...pod, spec: { ...pod.spec, initContainers: [one], containers: [] } });
  const largest = initContainers.filter(hasEnded).find((one) => amountIn(placedPod(alone(one)), resource) > rest);
  if (rest >= held || largest === undefined) return undefined;
  return (
    `pod ${name} counts ${quantityOf(resource, held)} ${resource}, the request of its init container ` +
    `${largest.name ?? ''}, which has ended; without it, it would count ${quantityOf(resource, rest)}`
  );
}

function resizeInWords(pod: Pod, { resource, held, name }: Held): string | undefined {
  const pending = pod.status?.conditions?.find(({ type }) => type === 'PodResizePending');
  const running = pod.status?.conditions?.find(({ type }) => type === 'PodResizeInProgress');
  const asked = amountIn(placedPod({ ...pod, status: {} }), resource);
  const state = pending ? (pending.reason ?? 'Pending').toLowerCase() : 'in progress';
  if ((!pending && !running) || asked === held) return undefined;
  return (
    `pod ${name} counts ${quantityOf(resource, held)} ${resource}, not ${quantityOf(resource, asked)}, ` +
    `as its resize is ${state}`
  );
}

function amountIn({ load }: Pick<PlacedPod, 'load'>, resource: string): bigint {
  return resource === 'pods' ? 1n : (load.amounts.find(({ name }) => name === resource)?.exact ?? 0n);
}

function nameOf({ namespace, name }: PlacedPod): string {
  return `${namespace}/${name}`;
}

function namespacesOf({ incoming }: Pair, { namespace }: PlacedPod): readonly string[] {
  return namespace === incoming.namespace ? [] : [namespace];
}
