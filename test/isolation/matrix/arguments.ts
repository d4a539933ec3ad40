import type { Thing } from './things.js';

/** What an argument names, by its name; `plain` ones are of no team. */
export type Named = Thing | 'cursor' | 'plain';

/** Arguments of every face by their names. One that is not here has no case, and fails the tests. */
const BY_NAME: Readonly<Record<string, Named>> = {
  ...all('cluster', 'cluster', 'clusterId', 'clusters', 'clusterIds'),
  ...all('team', 'team', 'teamId'),
  ...all('member', 'member', 'memberId'),
  ...all('key', 'key', 'keyId'),
  ...all('grant', 'grant', 'grantId'),
  ...all('run', 'run', 'runId', 'base'),
  ...all('otherRun', 'other'),
  ...all('decision', 'decision'),
  ...all('whatIf', 'whatIf'),
  ...all('archive', 'archive'),
  ...all('operation', 'operation', 'operationId'),
  ...all('digest', 'digest'),
  ...all('namespace', 'namespace', 'namespaces'),
  ...all('pod', 'pod'),
  ...all('node', 'node', 'nodes', 'against'),
  ...all('profile', 'profile', 'schedulerName'),
  ...all('object', 'name', 'names'),
  ...all('uid', 'uid'),
  ...all('principal', 'principal', 'actor'),
  ...all('requestId', 'requestId'),
  ...all('cursor', 'pageToken', 'placementsPageToken', 'continue', 'after', 'before'),
  // Manifests and configurations hold no ids of others; what they name is looked for in the cluster that they go into.
  ...all('plain', 'manifest', 'manifests', 'configuration', 'profiles', 'body', 'apiVersion'),
  // Moments, and points in the log of the one cluster that is named beside them.
  ...all('plain', 'at', 'since', 'until', 'from', 'to', 'buckets', 'revision', 'position', 'size', 'version'),
  ...all('plain', 'fromRevision', 'toRevision', 'baseRevision', 'resourceVersion', 'resourceVersionMatch', 'part'),
  // What a report is about; of a namespace it says so by that name.
  ...all('plain', 'report', 'prices', 'skip'),
  // What is looked at in objects.
  ...all('plain', 'labels', 'labelSelector', 'fieldSelector', 'text', 'topologyKey', 'kind', 'kinds', 'group'),
  ...all('plain', 'groupBy', 'orderBy', 'by', 'direction', 'resource', 'resources', 'values', 'top', 'first', 'last'),
  ...all(
    'plain',
    'limit',
    'pageSize',
    'state',
    'outcome',
    'agreement',
    'reason',
    'obstacle',
    'obstacleSet',
    'plugin',
    'rule',
  ),
  ...all(
    'plain',
    'op',
    'client',
    'feasible',
    'costs',
    'requests',
    'question',
    'what',
    'watch',
    'verbose',
    'pretty',
    'timeout',
  ),
  ...all(
    'plain',
    'timeoutSeconds',
    'allowWatchBookmarks',
    'sendInitialEvents',
    'includeObject',
    'gracePeriodSeconds',
    'fieldManager',
  ),
  ...all('plain', 'orphanDependents', 'propagationPolicy', 'fieldValidation', 'onError', 'onUnknown', 'onIgnored'),
  // What schedules do, and when.
  ...all('schedule', 'schedule', 'scheduleId'),
  ...all('result', 'result', 'resultId'),
  ...all('plain', 'cron', 'zone', 'work', 'period', 'formats', 'condition', 'keepResults', 'keepDays'),
  // Links are signed: those of other services and altered ones have a test of their own.
  ...all('plain', 'link', 'expiresIn', 'format'),
  // Of the caller alone: a test of its own asks with the key of another.
  ...all('plain', 'idempotencyKey'),
  // How something is done or set.
  ...all(
    'plain',
    'quotas',
    'dryRun',
    'wait',
    'seed',
    'seeds',
    'tieBreak',
    'preemption',
    'allowEmpty',
    'traces',
    'steps',
    'changes',
  ),
  ...all(
    'plain',
    'keep',
    'conditionTaints',
    'memoryPressureTolerations',
    'controllers',
    'clock',
    'mode',
    'clientMutationId',
    'roles',
    'role',
  ),
  ...all('plain', 'issuer', 'subject', 'expiresInDays', 'count', 'most', 'mostNodes', 'trials', 'price', 'replicas'),
  // How time passes in a cluster.
  ...all('plain', 'now', 'advance', 'advanceTo', 'settle', 'quiet', 'atMost', 'rate', 'kubelet'),
  // What a mirror sends.
  ...all('plain', 'stream', 'sequence', 'takeOver', 'ends', 'behindMs', 'windowMs', 'source', 'type'),
  // What kubelets do; their rules select by labels.
  ...all('plain', 'rules', 'image', 'start-after', 'ready-after', 'ready', 'run-for', 'stop-after', 'hold', 'waiting'),
  ...all('plain', 'exit-code', 'exit-codes', 'exit-code-by-index'),
  ...all('plain', 'value', 'effect', 'pods', 'autoscaler', 'facts'),
};

/** Where a name means something else: by the operation, or the field, and the argument. */
const BY_PLACE: Readonly<Record<string, Named>> = {
  ...all('plain', 'createCluster.nodes'),
  ...all('clusterName', 'createCluster.name', 'updateCluster.name', 'forkCluster.name', 'Query.cluster.name'),
  ...all('clusterName', 'Mutation.createCluster.name', 'Mutation.updateCluster.name', 'Mutation.forkCluster.name'),
  ...all('cluster', 'diffCluster.with', 'Cluster.diff.with', 'Query.cluster.id'),
  ...all('plain', 'readCoreOpenApi.hash', 'readGroupOpenApi.hash'),
  ...all('plain', 'getTrace.names'),
  ...all('otherRun', 'compareRuns.with'),
  ...all('result', 'diffScheduleResults.with', 'Query.scheduleResultDiff.with'),
  ...all('plain', 'createSchedule.name', 'Mutation.createSchedule.name'),
  // A pod is compared with another node than its own.
  ...all('spareNode', 'why.against', 'Decision.why.against'),
  ...all('team', 'Query.team.id'),
  ...all('run', 'Cluster.run.id'),
  ...all('operation', 'Query.operation.id'),
  ...all('decision', 'Query.decision.id'),
  ...all('globalId', 'Query.node.id', 'Query.nodes.ids'),
  ...all('podName', 'Cluster.pod.name'),
  ...all('node', 'Cluster.clusterNode.name', 'askDrain.names'),
  ...all('profile', 'Cluster.profile.name', 'Mutation.deleteProfile.name', 'Mutation.updateProfile.name'),
  ...all('pod', 'compare.names', 'schedule.names', 'Mutation.compare.names', 'Mutation.startComparison.names'),
  ...all('pod', 'Mutation.schedule.names'),
  // Of the state that a what-if makes up, or of what it is to buy.
  ...all('plain', 'askNodesNeeded.name', 'askNodesNeeded.node', 'whatIf.key', 'whatIf.node'),
  // What a key or a budget is called.
  ...all('plain', 'createKey.name', 'Mutation.createKey.name', 'createCluster.nodes', 'updateCluster.nodes'),
  ...all('plain', 'Mutation.createCluster.nodes', 'Mutation.updateCluster.nodes', 'archiveHistory.before'),
  ...all('plain', 'startArchiving.before'),
  ...all('plain', 'listChanges.after', 'listHeads.after', 'Subscription.changes.after', 'Subscription.heads.after'),
  // Names of teams are of the whole service: a caller that makes one, or shares with one, has to know.
  ...all('plain', 'createTeam.name', 'createGrant.team', 'setNamespaceTeam.team', 'Mutation.createTeam.name'),
  ...all('plain', 'Mutation.createGrant.team', 'Mutation.setNamespaceTeam.team'),
};

function all(named: Named, ...names: readonly string[]): Record<string, Named> {
  return Object.fromEntries(names.map((name) => [name, named]));
}

/** @throws Error when there is no case for an argument of that name */
export function namedBy(place: string, name: string): Named {
  const named = BY_PLACE[`${place}.${name}`] ?? BY_NAME[name];
  if (named === undefined) throw new Error(`${place}: no case for the argument ${name}`);
  return named;
}
