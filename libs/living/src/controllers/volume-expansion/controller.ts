import { compareQuantities } from '#apimachinery';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { keyOf, ofKey } from '../../state/index.js';
import { storageOf, type Claim, type Volume } from '../volumes/index.js';

/**
 * Says of bound claims that ask for more than they have that a driver is to expand their volumes: no driver in the tree
 * does so any more. Reads claims and volumes; no timers. // as kubernetes v1.34 pkg/controller/volume/expand
 */
export class VolumeExpansion implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind !== 'PersistentVolumeClaim' || op !== 'update' || before === null) return [];
    const [claim, was] = [object as Claim, before as Claim];
    const asksMore = compareQuantities(requested(claim), requested(was)) > 0;
    return asksMore && claim.status?.phase === 'Bound' ? [keyOf(object)] : [];
  }

  /** // as syncHandler */
  sync(key: string): void {
    const { state } = this.#context;
    const claim = state.get('PersistentVolumeClaim', ...ofKey(key)) as Claim | undefined;
    if (claim === undefined || compareQuantities(requested(claim), storageOf(claim.status?.capacity)) <= 0) return;
    const volume = state.get('PersistentVolume', '', claim.spec.volumeName ?? '') as Volume | undefined;
    if (volume?.spec.claimRef?.uid !== claim.metadata.uid) return;
    const message = 'waiting for an external controller to expand this PVC';
    this.#context.record({ about: claim, type: 'Normal', reason: 'ExternalExpanding', message });
  }
}

function requested({ spec }: Claim): ReturnType<typeof storageOf> {
  return storageOf(spec.resources?.requests);
}
