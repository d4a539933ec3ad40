import { placedLike, placedPod, type Pod, type PlacedPod } from '#scheduler';
import { withShape, type PlacedRow } from './placed-rows.store.js';

/**
 * Pods as scheduling sees them, made of rows. What a shape comes to is made once for a namespace: half a million pods
 * of some thousand shapes are their names, times and references.
 */
export class PlacedPods {
  readonly #byNamespace = new Map<string, Map<string, PlacedPod>>();

  of(row: PlacedRow): PlacedPod {
    const [namespace, name, uid, , createdPosition] = row;
    const { shape, started } = withShape(row);
    return placedLike(this.#like(namespace, shape), {
      uid,
      name,
      startedAt: started,
      position: Number(createdPosition),
    });
  }

  #like(namespace: string, shape: string): PlacedPod {
    let shapes = this.#byNamespace.get(namespace);
    if (shapes === undefined) this.#byNamespace.set(namespace, (shapes = new Map<string, PlacedPod>()));
    let like = shapes.get(shape);
    if (like === undefined) shapes.set(shape, (like = ofShape(namespace, shape)));
    return like;
  }
}

function ofShape(namespace: string, shape: string): PlacedPod {
  const { metadata, ...pod } = JSON.parse(shape) as Pod;
  return placedPod({ ...pod, metadata: { ...metadata, namespace } });
}
