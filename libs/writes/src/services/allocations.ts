import type { ServiceSpec } from '#kubernetes';
import type { Manifest } from '#rows';
import type { Draws } from '../changes/index.js';

/** What the services of a cluster have. */
export interface Allocated {
  readonly addresses: Set<string>;
  readonly ports: Set<number>;
}

/** The addresses of services: 10.96.0.0/12. // as kube-apiserver --service-cluster-ip-range of kubeadm */
const FIRST = 0x0a600000;
const ADDRESSES = 2 ** 20;
/** The API server's own. */
export const RESERVED = '10.96.0.1';
/** Of the ports of nodes. // as kube-apiserver v1.34 --service-node-port-range */
const PORTS = { first: 30_000, last: 32_767 };
/**
 * Addresses and ports that are asked for by value are mostly low: others come from behind these, as long as there are
 * any. // as ipallocator and portallocator v1.34 calculateRangeOffset
 */
const LOW_ADDRESSES = 256;
const LOW_PORTS = 86;

export const ADDRESS_RANGE = '10.96.0.0/12';
export const PORT_RANGE = `${PORTS.first}-${PORTS.last}`;

/** Whether an address may be given to a service: neither of another network, nor its first or last. */
export function isInAddressRange(address: string): boolean {
  const place = placeOf(address) - FIRST;
  return place > 0 && place < ADDRESSES - 1;
}

export function isInPortRange(port: number): boolean {
  return port >= PORTS.first && port <= PORTS.last;
}

/** An address that none has, drawn; undefined where all are taken. */
export function freeAddress(taken: ReadonlySet<string>, draws: Pick<Draws, 'below'>): string | undefined {
  const isFree = (place: number): boolean => !taken.has(textOf(place));
  const high = { first: FIRST + LOW_ADDRESSES + 1, last: FIRST + ADDRESSES - 2 };
  const place = drawn(draws, high, isFree) ?? drawn(draws, { first: FIRST + 1, last: FIRST + LOW_ADDRESSES }, isFree);
  return place === undefined ? undefined : textOf(place);
}

/** A port that none has, drawn; undefined where all are taken. */
export function freePort(taken: ReadonlySet<number>, draws: Pick<Draws, 'below'>): number | undefined {
  const isFree = (port: number): boolean => !taken.has(port);
  const { first, last } = PORTS;
  const high = { first: first + LOW_PORTS, last };
  return drawn(draws, high, isFree) ?? drawn(draws, { first, last: first + LOW_PORTS - 1 }, isFree);
}

/** The first free one behind a drawn one, around the range. */
function drawn(
  draws: Pick<Draws, 'below'>,
  { first, last }: { readonly first: number; readonly last: number },
  isFree: (one: number) => boolean,
): number | undefined {
  const count = last - first + 1;
  const start = draws.below(count);
  for (let step = 0; step < count; step++) {
    const one = first + ((start + step) % count);
    if (isFree(one)) return one;
  }
  return undefined;
}

function placeOf(address: string): number {
  const parts = address.split('.').map(Number);
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + part, 0) : NaN;
}

function textOf(place: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(place / 2 ** bits) % 256).join('.');
}

/** What is allocated to services but one, which comes in or changes. */
export function allocatedTo(
  services: Iterable<Manifest>,
  { namespace, name }: { readonly namespace?: string; readonly name: string },
): Allocated {
  const allocated: Allocated = { addresses: new Set(), ports: new Set() };
  for (const { metadata, spec } of services) {
    if (metadata.namespace === namespace && metadata.name === name) continue;
    const { clusterIPs = [], ports = [], healthCheckNodePort } = (spec ?? {}) as ServiceSpec;
    for (const address of clusterIPs) allocated.addresses.add(address);
    for (const port of [...ports.map(({ nodePort }) => nodePort), healthCheckNodePort])
      if (port !== undefined) allocated.ports.add(port);
  }
  return allocated;
}
