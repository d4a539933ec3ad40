import { globalIdType } from '../../ground/graphql/index.js';

/** Global ids of clusters. */
export const CLUSTER_ID = globalIdType('Cluster', ['cluster']);

/** The id or name of a cluster that an argument means: its global id, its plain id or its name. */
export function clusterRef(id: string): string {
  return CLUSTER_ID.read(id)?.cluster ?? id;
}
