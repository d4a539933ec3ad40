/** As ImageLocality of kube-scheduler v1.34, but that init containers do not count. As kube-scheduler v1.20. */
import { definePlugin } from '../../../plugin.js';
import { localityScore } from '../../image-locality/plugin.js';

export const imageLocality = definePlugin({
  name: 'ImageLocality',
  scoreReach: 'static',
  score: ({ pod, snapshot }) => localityScore(pod.pod.spec?.containers ?? [], snapshot),
});
