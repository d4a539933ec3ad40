import { z } from 'zod';
import { pageQuery } from '../http/index.js';

/** The body of a creation or a renaming. The name itself is judged by the service. */
export const clusterBody = z.strictObject({
  name: z.string().describe('A DNS label, unique within the team.'),
}).meta({ id: 'ClusterInput', description: 'What a cluster is made of.' });

export const clusterSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  team: z.string().describe('Name of the owning team.'),
  createdAt: z.iso.datetime(),
  revision: z.string().describe('Committed writes so far.'),
  position: z.string().describe('Changes so far: the newest resourceVersion.'),
  origin: z.object({ cluster: z.string(), position: z.string() }).nullable().describe('What it was forked from.'),
  counts: z.object({ nodes: z.number().int(), pods: z.number().int(), pendingPods: z.number().int() }),
}).meta({ id: 'Cluster', description: 'A modelled cluster.' });

export const clusterPage = z.object({ items: z.array(clusterSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ClusterPage', description: 'A page of clusters, by name.' });

export const clusterListQuery = z.strictObject(pageQuery);
