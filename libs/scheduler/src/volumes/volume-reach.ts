import { compileNodeSelector, type NodeMatcher, type NodeSelectorTerm } from '#kubernetes';
import type { Labels } from '#apimachinery';
import { csiTopology, requiredTerms } from './csi-topology.js';
import { persistentCsiVolume, type Untranslatable } from './csi-volume.js';
import { inTreePluginOf, reachesAsCsi, type InTreePlugin } from './in-tree-plugins.js';
import type { CsiNode, PersistentVolume } from './storage-objects.js';

/** Whether a node with these labels reaches the volume. */
export type Reachable = (labels: Labels) => boolean;

/**
 * Whether a node reaches the volume, by the volume's own node affinity. Only labels are asked, as component-helpers
 * v1.34 CheckNodeAffinity does.
 */
export function reachable(volume: PersistentVolume): Reachable {
  return byLabels(requiredTerms(volume));
}

/** Whether a node reaches a volume that may be an in-tree one, which its CSI driver serves on nodes that say so. */
export class VolumeReach {
  readonly #plain: Reachable;
  readonly #plugin: InTreePlugin | undefined;
  readonly #translated: Reachable | Untranslatable;

  constructor(volume: PersistentVolume) {
    this.#plain = reachable(volume);
    this.#plugin = inTreePluginOf(volume.spec ?? {});
    this.#translated = this.#plugin === undefined ? this.#plain : translatedReach(volume, this.#plugin);
  }

  /** Or why the volume, which would have to be translated for this node, cannot be. */
  isReachable(labels: Labels, csiNode: CsiNode | undefined): boolean | Untranslatable {
    if (this.#plugin === undefined || !reachesAsCsi(this.#plugin, csiNode)) return this.#plain(labels);
    return typeof this.#translated === 'function' ? this.#translated(labels) : this.#translated;
  }
}

function translatedReach(volume: PersistentVolume, plugin: InTreePlugin): Reachable | Untranslatable {
  const csi = persistentCsiVolume(volume, plugin);
  if ('problem' in csi) return csi;
  return plugin.topologyKey === undefined ? reachable(volume) : byLabels(csiTopology(volume, plugin.topologyKey));
}

function byLabels(terms: readonly NodeSelectorTerm[] | null): Reachable {
  if (terms === null) return () => true;
  const matches: NodeMatcher = compileNodeSelector(terms);
  // Upstream asks a node that has labels and no name: terms about metadata.name hold everywhere.
  return (labels) => matches({ name: '', labels });
}
