/**
 * Prefers nodes that have the images of the pod's containers (init containers too), from `status.images`. Each image
 * counts with its size times the share of nodes that have it; the sum, kept between 23 MiB and 1000 MiB per container,
 * is scaled to 0..100. As kube-scheduler v1.34 ImageLocality; the size is the one on the node that was added first.
 */
import type { Container } from '../../objects/index.js';
import { definePlugin, type PreparedScore } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';
import { IMAGES, type ImageState } from './image-index.js';

const MIB = 1024 * 1024;
/** Images that come to less count as none. */
export const LEAST_BYTES = 23 * MIB;
const MOST_BYTES_PER_CONTAINER = 1000 * MIB;

export const imageLocality = definePlugin({
  name: 'ImageLocality',
  scoreReach: 'static',
  score: ({ pod: { pod }, snapshot }) =>
    localityScore([...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])], snapshot),
});

/** Prefers nodes that have the images of these containers. */
export function localityScore(containers: readonly Container[], snapshot: ReadableSnapshot): PreparedScore {
  const known = snapshot.state(IMAGES);
  const images = containers
    .flatMap(({ image = '' }) => known.get(withTag(image)) ?? [])
    .map((state) => ({ rows: state.rows, bytes: scaledBytes(state, snapshot.nodeCount) }));
  const nothing = imageScore(0, containers.length);
  if (images.length === 0) return { kind: 'score', score: () => nothing, domains: snapshot.topology([]) };
  const bytesOn = (row: number): number =>
    images.reduce((sum, { rows, bytes }) => (rows.has(row) ? sum + bytes : sum), 0);
  return { kind: 'score', score: (row) => imageScore(bytesOn(row), containers.length) };
}

/** An image that is on few nodes counts less, so that pods do not gather on them. */
export function scaledBytes({ sizeBytes, rows }: ImageState, nodeCount: number): number {
  return Math.trunc(sizeBytes * (rows.size / nodeCount));
}

function imageScore(bytes: number, containers: number): number {
  const most = MOST_BYTES_PER_CONTAINER * containers;
  const kept = Math.max(LEAST_BYTES, Math.min(bytes, most));
  return Math.trunc((100 * (kept - LEAST_BYTES)) / (most - LEAST_BYTES));
}

/** `nginx` is `nginx:latest`; a colon before the last slash is a registry's port. */
export function withTag(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}
