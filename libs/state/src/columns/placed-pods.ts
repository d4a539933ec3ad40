import { placedLike, placedPod, podOfShape, type PlacedPod } from '#scheduler';
import { withShape, type PlacedRow } from '../rows/index.js';

/**
 * What shapes are known of at most, in characters of their JSON: pods of jobs have labels of their own, and a cluster
 * stays in memory for long. Pods that are there keep what they have in common.
 */
const MOST_CHARACTERS = 2 ** 22;

/** What a shape takes for each character of its JSON, roughly. */
const BYTES_PER_CHARACTER = 4;

/**
 * Pods as scheduling sees them, made of rows. What a shape comes to is made once for a namespace: half a million pods
 * of some thousand shapes are their names, times and references.
 */
export class PlacedPods {
  readonly #byNamespace = new Map<string, Map<string, PlacedPod>>();
  #characters = 0;

  constructor(private readonly mostCharacters = MOST_CHARACTERS) {}

  /** What the shapes take, roughly. */
  get bytes(): number {
    return this.#characters * BYTES_PER_CHARACTER;
  }

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
    const known = this.#byNamespace.get(namespace)?.get(shape);
    if (known !== undefined) return known;
    if (this.#characters > this.mostCharacters) this.#forget();
    let shapes = this.#byNamespace.get(namespace);
    if (shapes === undefined) this.#byNamespace.set(namespace, (shapes = new Map<string, PlacedPod>()));
    const like = placedPod(podOfShape(namespace, shape));
    shapes.set(shape, like);
    this.#characters += shape.length;
    return like;
  }

  #forget(): void {
    this.#byNamespace.clear();
    this.#characters = 0;
  }
}
