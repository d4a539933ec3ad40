import { clusterVersion, type Cluster } from '#cluster';

/** The header with a cluster's entity tag. */
export function clusterTag(cluster: Cluster): { readonly etag: string } {
  return { etag: `"${clusterVersion(cluster)}"` };
}
