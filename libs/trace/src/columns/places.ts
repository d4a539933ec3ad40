/** Indices of a column in ascending order, each once: the first `count` of these. */
export interface Places {
  readonly indices: Uint32Array;
  readonly count: number;
}

/** A list of places that is used over and over. */
export class UnitedPlaces implements Places {
  indices = new Uint32Array(64);
  count = 0;

  /** Becomes the places that are in either of these, neither of which it is. */
  unite(a: Places, b: Places): void {
    if (this.indices.length < a.count + b.count) this.indices = new Uint32Array(2 * (a.count + b.count));
    const { indices } = this;
    let count = 0;
    let atB = 0;
    for (let atA = 0; atA < a.count; atA++) {
      const place = a.indices[atA] ?? 0;
      while (atB < b.count && (b.indices[atB] ?? 0) < place) indices[count++] = b.indices[atB++] ?? 0;
      if (atB < b.count && b.indices[atB] === place) atB++;
      indices[count++] = place;
    }
    while (atB < b.count) indices[count++] = b.indices[atB++] ?? 0;
    this.count = count;
  }
}

/** Whether these are the same places. */
export function samePlaces(a: Places, b: Places): boolean {
  if (a.count !== b.count) return false;
  for (let at = 0; at < a.count; at++) if (a.indices[at] !== b.indices[at]) return false;
  return true;
}
