import type { PlacedPod, PluginState, StateDefinition } from '../../snapshot/index.js';

/**
 * How often pods on nodes name each PersistentVolumeClaim. Ephemeral volumes are not counted: the claim of one belongs
 * to one pod.
 */
export class ClaimUses implements PluginState {
  #uses = new Map<string, number>();

  of(namespace: string, name: string): number {
    return this.#uses.get(`${namespace}/${name}`) ?? 0;
  }

  /** As kube-scheduler v1.34 NodeInfo.PVCRefCounts, for the whole cluster. */
  movePod({ namespace, spec }: PlacedPod, _row: number, step: 1 | -1): void {
    for (const { persistentVolumeClaim } of spec.volumes) {
      if (!persistentVolumeClaim) continue;
      const name = persistentVolumeClaim.claimName ?? '';
      const uses = this.of(namespace, name) + step;
      if (uses === 0) this.#uses.delete(`${namespace}/${name}`);
      else this.#uses.set(`${namespace}/${name}`, uses);
    }
  }

  fork(): ClaimUses {
    const copy = new ClaimUses();
    copy.#uses = new Map(this.#uses);
    return copy;
  }
}

export const CLAIM_USES: StateDefinition<ClaimUses> = Object.freeze({
  name: 'ClaimUses',
  create: () => new ClaimUses(),
});
