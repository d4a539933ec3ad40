import type { PlacedPod } from './placed-pod.js';

/**
 * How often pods on nodes name each PersistentVolumeClaim. Ephemeral volumes are not counted: their
 * claims have one pod for good.
 */
export class ClaimUses {
  #uses = new Map<string, number>();

  of(namespace: string, name: string): number {
    return this.#uses.get(`${namespace}/${name}`) ?? 0;
  }

  /** A pod came (1) or went (-1). As kube-scheduler v1.34 NodeInfo.PVCRefCounts, for the whole cluster. */
  count({ namespace, volumes }: PlacedPod, step: 1 | -1): void {
    for (const { persistentVolumeClaim } of volumes) {
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
