import type { ControllerEntry } from '../../engine/index.js';
import { Kubelets } from './controller.js';
import { KubeletDefaultsOf, type KubeletModel } from './kubelet-model.js';

export type { KubeletModel } from './kubelet-model.js';
export { parseSpan } from './span.js';

/** The kubelets of a cluster. With a model of its own they report pods as soon as they see them. */
export function kubelets(model: KubeletModel | null): ControllerEntry {
  const defaults = model === null ? null : new KubeletDefaultsOf(model);
  return { name: 'kubelet', make: (context) => new Kubelets(context, defaults) };
}
