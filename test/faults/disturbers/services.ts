import type { Service } from '../service.js';
import type { Seeded } from '../seeded.js';
import type { Site } from '../site.js';
import { DEADLINE_MS, type Disturbance, type Disturber } from './disturber.js';

function one(site: Site, dice: Seeded): { readonly service: Service; readonly services: readonly number[] } {
  const index = dice.between(0, site.services.length - 1);
  const service = site.services[index];
  if (service === undefined) throw new Error('there is no service');
  return { service, services: [index] };
}

export const services: readonly Disturber[] = [
  {
    name: 'service.kill',
    weight: 5,
    mostMs: 500,
    async disturb(site: Site, dice: Seeded): Promise<Disturbance> {
      const { service, services } = one(site, dice);
      await service.kill();
      return { services, restore: () => service.start(DEADLINE_MS) };
    },
  },
  {
    name: 'service.hold',
    weight: 7,
    mostMs: 3_000,
    disturb(site: Site, dice: Seeded): Promise<Disturbance> {
      const { service, services } = one(site, dice);
      service.hold();
      return Promise.resolve({
        services,
        restore: () => {
          service.goOn();
          return Promise.resolve();
        },
      });
    },
  },
  {
    name: 'service.terminate',
    weight: 2,
    mostMs: 200,
    async disturb(site: Site, dice: Seeded): Promise<Disturbance> {
      const { service, services } = one(site, dice);
      const how = await service.terminate(DEADLINE_MS);
      if (how === undefined) await service.kill();
      return {
        services,
        restore: async () => {
          await service.start(DEADLINE_MS);
          if (how !== 'exit code 0')
            throw new Error(`${service.name} was asked to end: ${how ?? 'it did not within a minute'}`);
        },
      };
    },
  },
];
