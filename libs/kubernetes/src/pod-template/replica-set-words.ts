/** What is said of the selectors of Deployments and ReplicaSets: the same, as upstream. */
export const REPLICA_SET_WORDS = Object.freeze({
  kind: 'ReplicaSet',
  empty: 'empty selector is invalid for deployment',
  unsound: 'invalid label selector',
});
