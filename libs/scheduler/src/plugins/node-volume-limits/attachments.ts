import type { ClusterObject, ObjectKind } from '../../objects/index.js';
import type { PluginState, StateDefinition } from '../../snapshot/index.js';
import { VOLUME_ATTACHMENTS, type VolumeAttachment } from '../../volumes/index.js';

const NONE: readonly VolumeAttachment[] = Object.freeze([]);

/** VolumeAttachments by the node that they name. */
export class Attachments implements PluginState {
  #byNode = new Map<string, readonly VolumeAttachment[]>();

  of(node: string): readonly VolumeAttachment[] {
    return this.#byNode.get(node) ?? NONE;
  }

  changeObject(_kind: ObjectKind, before: ClusterObject | undefined, after: ClusterObject | undefined): void {
    if (before !== undefined) this.#remove(before as VolumeAttachment);
    if (after !== undefined) this.#add(after as VolumeAttachment);
  }

  /** The lists are shared: they are replaced, never changed. */
  fork(): Attachments {
    const copy = new Attachments();
    copy.#byNode = new Map(this.#byNode);
    return copy;
  }

  #add(attachment: VolumeAttachment): void {
    const node = attachment.spec?.nodeName ?? '';
    this.#byNode.set(node, [...this.of(node), attachment]);
  }

  #remove(attachment: VolumeAttachment): void {
    const node = attachment.spec?.nodeName ?? '';
    const rest = this.of(node).filter((one) => one !== attachment);
    if (rest.length === 0) this.#byNode.delete(node);
    else this.#byNode.set(node, rest);
  }
}

export const ATTACHMENTS: StateDefinition<Attachments> = Object.freeze({
  name: 'Attachments',
  create: () => new Attachments(),
  follows: [VOLUME_ATTACHMENTS],
});
