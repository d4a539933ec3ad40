import type { Pod } from '../../objects/index.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';
import { IMAGES } from './image-index.js';
import { scaledBytes, withTag } from './plugin.js';

/** An image of a pod on one node, as ImageLocality counts it. */
export interface ImageStanding {
  /** With its tag. */
  readonly image: string;
  readonly isOnNode: boolean;
  /** Nodes that have it. */
  readonly nodes: number;
  readonly sizeBytes: number;
  /** Its size times the share of nodes that have it. */
  readonly countedBytes: number;
}

/** The images of a pod's containers, each once, on the node of a row. */
export function imageStandings({ spec }: Pod, snapshot: ReadableSnapshot, row: number): readonly ImageStanding[] {
  const known = snapshot.state(IMAGES);
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  return [...new Set(containers.map(({ image = '' }) => withTag(image)))].map((image) => {
    const state = known.get(image);
    return {
      image,
      isOnNode: state?.rows.has(row) ?? false,
      nodes: state?.rows.size ?? 0,
      sizeBytes: state?.sizeBytes ?? 0,
      countedBytes: state === undefined ? 0 : scaledBytes(state, snapshot.nodeCount),
    };
  });
}
