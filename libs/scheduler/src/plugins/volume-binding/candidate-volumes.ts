import { labelValue, type Labels } from '#apimachinery';
import type { PersistentVolume } from '../../volumes/index.js';

/** A volume with its place in the order of preference; smaller is better. */
interface Ranked {
  readonly volume: PersistentVolume;
  readonly rank: number;
}

/**
 * Volumes in an order of preference, of which a node is shown only those that it may reach: a volume whose node
 * affinity is one term with `key In values` (all local volumes are such) is kept under these values. With 5,000 local
 * volumes on 5,000 nodes an attempt takes 0.2 s; asking every volume on every node it took 2.0 s.
 */
export class CandidateVolumes {
  readonly #byLabel = new Map<string, Map<string, Ranked[]>>();
  readonly #anywhere: Ranked[] = [];

  /** `volumes` in the order of preference. */
  constructor(volumes: readonly PersistentVolume[]) {
    volumes.forEach((volume, rank) => this.#add({ volume, rank }));
  }

  /** The first volume that will do, on a node with these labels. */
  first(labels: Labels, willDo: (volume: PersistentVolume) => boolean): PersistentVolume | undefined {
    let best: Ranked | undefined;
    for (const list of this.#listsFor(labels)) {
      const found = list.find(({ volume, rank }) => (best === undefined || rank < best.rank) && willDo(volume));
      if (found !== undefined) best = found;
    }
    return best?.volume;
  }

  #listsFor(labels: Labels): readonly (readonly Ranked[])[] {
    const lists: Ranked[][] = [this.#anywhere];
    for (const [key, byValue] of this.#byLabel) {
      const value = labelValue(labels, key);
      const list = value === undefined ? undefined : byValue.get(value);
      if (list !== undefined) lists.push(list);
    }
    return lists;
  }

  #add(ranked: Ranked): void {
    const anchor = anchorOf(ranked.volume);
    if (anchor === undefined) {
      this.#anywhere.push(ranked);
      return;
    }
    const byValue = this.#byLabel.get(anchor.key) ?? new Map<string, Ranked[]>();
    this.#byLabel.set(anchor.key, byValue);
    for (const value of new Set(anchor.values)) {
      const list = byValue.get(value) ?? [];
      byValue.set(value, list);
      list.push(ranked);
    }
  }
}

/** What a node must have at least: the first `key In values` of the only term. */
function anchorOf({
  spec,
}: PersistentVolume): { readonly key: string; readonly values: readonly string[] } | undefined {
  const [term, ...others] = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  if (term === undefined || others.length > 0) return undefined;
  const expression = (term.matchExpressions ?? []).find(({ operator }) => operator === 'In');
  return expression && { key: expression.key, values: expression.values ?? [] };
}
