/** Binds by writing the node's name into `spec.nodeName`. As kube-scheduler v1.34 DefaultBinder, without the call. */
import { definePlugin } from '../../plugin.js';

export const defaultBinder = definePlugin({
  name: 'DefaultBinder',
  bind: ({ snapshot }, row) => snapshot.nodes[row]?.name ?? '',
});
