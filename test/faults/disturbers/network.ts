import type { Line, NetworkProxy } from '../../reliability/network-proxy.js';
import type { Seeded } from '../seeded.js';
import type { Site } from '../site.js';
import type { Disturber } from './disturber.js';

interface Networked {
  readonly network: NetworkProxy;
  readonly services: readonly number[];
}

function one(site: Site, dice: Seeded): Networked {
  const index = dice.between(0, site.networks.length - 1);
  const network = site.networks[index];
  if (network === undefined) throw new Error('there is no network');
  return { network, services: [index] };
}

interface Trouble {
  readonly weight: number;
  readonly mostMs: number;
  readonly begin: (network: NetworkProxy, dice: Seeded) => unknown;
  readonly end: (network: NetworkProxy) => unknown;
}

const trouble = (name: string, { weight, mostMs, begin, end }: Trouble): Disturber => ({
  name,
  weight,
  mostMs,
  async disturb(site, dice) {
    const { network, services } = one(site, dice);
    await begin(network, dice);
    return {
      services,
      restore: async () => {
        await end(network);
      },
    };
  },
});

const line = (kind: Line, weight: number): Disturber =>
  trouble(`network.${kind}`, {
    weight,
    mostMs: 2_000,
    begin: (network) => (network.line = kind),
    end: (network) => (network.line = 'pass'),
  });

export const network: readonly Disturber[] = [
  trouble('network.cut', { weight: 12, mostMs: 0, begin: (network) => network.cut(), end: () => undefined }),
  trouble('network.delay', {
    weight: 8,
    mostMs: 2_000,
    begin: (network, dice) => (network.delayMs = dice.between(10, 200)),
    end: (network) => (network.delayMs = 0),
  }),
  trouble('network.refuse', {
    weight: 4,
    mostMs: 1_000,
    begin: async (network) => {
      await network.refuse();
      network.cut();
    },
    end: (network) => network.accept(),
  }),
  line('hold', 6),
  line('swallow', 2),
  line('swallow-to-server', 2),
  line('swallow-to-client', 2),
];
