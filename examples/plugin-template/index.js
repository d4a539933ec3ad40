/** Keeps the last places of every node free, for what has to run on each. Prefers nodes with more room. */
export default {
  name: 'KeepsRoom',
  // A node's answer depends on that node and its load: it is asked about again when these change.
  reach: 'node',
  args: {
    type: 'object',
    properties: { places: { type: 'integer', minimum: 0, default: 10 } },
    additionalProperties: false,
  },
  reasons: ['node(s) kept their last {} places'],

  filter(pod, node, { places }) {
    const left = node.allocatable.pods - node.requested.pods;
    return left > places || `node(s) kept their last ${places} places`;
  },

  score(pod, node) {
    const left = node.allocatable.pods - node.requested.pods;
    return Math.floor((100 * left) / node.allocatable.pods);
  },
};
