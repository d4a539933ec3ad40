/**
 * Scores 1 where the pod's limit of cpu or that of memory is within what the node can give, else 0; a limit of 0 is
 * none. As NodeResourceLimits of kube-scheduler v1.18 (ResourceLimitsPriority).
 */
import { definePlugin } from '../../plugin.js';
import { CPU, MEMORY, podRequests, requestAmount } from '../../resources/index.js';
import type { Container, Pod } from '../../objects/index.js';

export const nodeResourceLimits = definePlugin({
  name: 'NodeResourceLimits',
  scoreReach: 'static',
  preScore({ pod: { pod }, snapshot }) {
    const limits = podRequests(limitsAsRequests(pod), { useStatus: false, podLevel: false, assumed: new Map() });
    const asked = [CPU, MEMORY].flatMap((name) => {
      const { amount } = requestAmount(name, limits.get(name));
      const allocatable = snapshot.resource(name)?.allocatable;
      return amount === 0 || allocatable === undefined ? [] : [{ amount, allocatable }];
    });
    const isWithin = (row: number): boolean =>
      asked.some(({ amount, allocatable }) => amount <= (allocatable.values[row] ?? 0));
    return { kind: 'score', score: (row) => (isWithin(row) ? 1 : 0) };
  },
});

/** Limits add up as requests do, without overhead: the sum over containers, or the most of an init container. */
function limitsAsRequests({ spec }: Pod): Pod {
  const swapped = ({ resources }: Container): Container => ({ resources: { requests: resources?.limits ?? null } });
  return {
    spec: {
      containers: (spec?.containers ?? []).map(swapped),
      initContainers: (spec?.initContainers ?? []).map(swapped),
    },
  };
}
