import { IMAGES } from './image-index.js';
import { imageStandings } from './image-standing.js';
import { LEAST_BYTES } from './plugin.js';

/** What other libraries read of the plugin: its state of a snapshot, and how the images of a pod count on a node. */
export const imageLocality = {
  images: IMAGES,
  standings: imageStandings,
  /** Fewer bytes than this, of all images of the pod together, count as none. */
  leastBytes: LEAST_BYTES,
} as const;
