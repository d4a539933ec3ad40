import type { Cluster, OraclePlugin } from '../model.js';
import type { NodeObject } from '../objects.js';

const MEBI = 1024n * 1024n;
const LEAST = 23n * MEBI;
const MOST_PER_CONTAINER = 1000n * MEBI;

/** Prefers nodes that have the pod's images: their sizes, scaled by how many of all nodes have them. */
export const imageLocality: OraclePlugin = {
  name: 'ImageLocality',
  score({ pod, cluster }, node) {
    const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
    let sum = 0n;
    for (const { image = '' } of containers) sum += imageScore(cluster, node, withTag(image));
    const most = MOST_PER_CONTAINER * BigInt(containers.length);
    if (sum < LEAST) sum = LEAST;
    if (sum > most) sum = most;
    return Number((100n * (sum - LEAST)) / (most - LEAST));
  },
};

/** Zero when the node has no such image. Its size is the one that the first node having it says. */
function imageScore({ nodes }: Cluster, node: NodeObject, image: string): bigint {
  const having = nodes.filter((other) => sizeOn(other, image) !== undefined);
  const [first] = having;
  if (first === undefined || !having.includes(node)) return 0n;
  return BigInt(Math.trunc((sizeOn(first, image) ?? 0) * (having.length / nodes.length)));
}

function sizeOn({ status }: NodeObject, image: string): number | undefined {
  const found = (status?.images ?? []).find(({ names = [] }) => names.includes(image));
  return found === undefined ? undefined : (found.sizeBytes ?? 0);
}

/** An image without a tag is the latest; a colon before the last slash belongs to the registry's port. */
function withTag(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}
