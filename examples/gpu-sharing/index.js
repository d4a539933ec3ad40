import { demandOf, emptyNode, hasDevices, take, wholeDevices, WHOLE } from './devices.js';
import { POLICIES } from './policies/index.js';

const NO_AMOUNT = {
  code: 'UnschedulableAndUnresolvable',
  text: 'pod asks for more than one GPU, and not for whole ones',
};

/**
 * GPUs that pods share: which nodes have devices for a pod, which of these nodes is the best by a policy, and which
 * device a share is taken of.
 */
export default {
  name: 'GpuSharing',
  reach: 'node',
  args: {
    type: 'object',
    properties: {
      policy: { enum: Object.keys(POLICIES) },
      // The pods that the cluster is for, by what they ask for: of so many GPUs so many thousandths each. FGD needs it.
      workload: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            pods: { type: 'integer', minimum: 1 },
            cpu: { type: 'integer', minimum: 0 },
            gpus: { type: 'integer', minimum: 0 },
            milli: { type: 'integer', minimum: 0, maximum: WHOLE },
            models: { type: 'array', items: { type: 'string' } },
          },
          required: ['pods', 'cpu', 'gpus', 'milli'],
          additionalProperties: false,
        },
      },
      // Random draws devices by it.
      seed: { type: 'integer', default: 0 },
      resource: { type: 'string', default: 'alibabacloud.com/gpu-milli' },
      modelLabel: { type: 'string', default: 'alibabacloud.com/gpu-card-model' },
    },
    required: ['policy'],
    if: { properties: { policy: { const: 'FGD' } } },
    then: { required: ['workload'] },
    additionalProperties: false,
  },
  reasons: [NO_AMOUNT, 'node(s) had no {} idle GPU(s)', 'node(s) had no GPU with {}/1000 left'],

  nodeState: {
    create: emptyNode,
    add(node, pod, args) {
      const demand = demandOf(pod, args);
      if (demand !== null) take(node, demand, devicesFor(node, demand, args));
    },
  },

  filter(pod, _node, args, state) {
    const demand = demandOf(pod, args);
    if (demand === null) return { code: NO_AMOUNT.code, reasons: [NO_AMOUNT.text] };
    if (hasDevices(state, demand)) return true;
    return demand.milli === WHOLE
      ? `node(s) had no ${demand.gpus} idle GPU(s)`
      : `node(s) had no GPU with ${demand.milli}/1000 left`;
  },

  score(pod, _node, args, state) {
    const demand = demandOf(pod, args);
    // Asked about every node: of one that does not fit, the score does not matter.
    if (demand === null || state.cpu < demand.cpu || !hasDevices(state, demand)) return 0;
    return Math.max(0, POLICIES[args.policy].score(state, demand, args));
  },
};

/** Devices of a node on which the pod is: where there is no room on them, it was put there without asking. */
function devicesFor(node, demand, args) {
  if (demand.gpus === 0 || !hasDevices(node, demand)) return [];
  if (demand.milli === WHOLE) return wholeDevices(node, demand.gpus);
  return [POLICIES[args.policy].device(node, demand, args)];
}
