import { z } from 'zod';

export const profileList = z.object({
  items: z.array(z.object({
    name: z.string().describe('Its schedulerName.'),
    version: z.number().int(),
    digest: z.string().describe('Over its configuration and the plugins that decide with it.'),
    config: z.object({ source: z.unknown().describe('As it was given.'), effective: z.unknown().describe('Merged with the defaults.') }),
    createdAt: z.iso.datetime(),
  })),
}).meta({ id: 'ProfileList', description: 'The profiles that a cluster has used, and the default one.' });
