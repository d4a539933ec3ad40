import { isObstacle, OBSTACLES, subjectsOf, type Obstacle, type Rejection, type Subject } from '#audit';
import { PENDING_STATES, type PendingPod, type PendingState } from './pending-pods.queries.js';

/**
 * What pending pods can be grouped by. An obstacle set is all that turned nodes down in the last attempt. By plugin,
 * reason and resource a pod is in as many groups as turned nodes down, and in none where nothing did.
 */
export const PENDING_BY = ['obstacleSet', 'plugin', 'reason', 'resource', 'namespace', 'state'] as const;
export type PendingBy = (typeof PENDING_BY)[number];

/** The longest-waiting pod of a group. */
export interface OldestPod {
  readonly namespace: string;
  readonly name: string;
  /** When it was made: RFC 3339. */
  readonly since: string;
}

/** Pending pods that are alike in what they were grouped by. */
export interface PendingGroup {
  readonly group: Readonly<Partial<Record<PendingBy, string | null>>>;
  readonly pods: number;
  readonly oldest: OldestPod;
  /** Pods by why they are pending; they add up to `pods`. */
  readonly states: Readonly<Record<PendingState, number>>;
  /** In the last attempts of how many of the pods the plugin, reason or resource of the group was such an obstacle. */
  readonly obstacles: Readonly<Record<Obstacle, number>>;
  /**
   * Of an obstacle set: each of its reasons, as last attempts had it, the reason of the most nodes first. Empty where
   * pods are grouped by something else.
   */
  readonly rejections: readonly GroupRejection[];
}

/** A reason of a group, and on how many nodes it was the first failure, from pod to pod. */
export interface GroupRejection {
  readonly plugin: string | null;
  readonly reason: string;
  readonly leastNodes: number;
  readonly mostNodes: number;
}

/** What of a pod's rejections a group is about; null where it is about none. */
interface About {
  readonly names: Readonly<Record<'obstacleSet' | 'plugin' | 'reason' | 'resource', string | null>>;
  readonly subject: Subject | null;
}

interface MutableGroup {
  readonly group: PendingGroup['group'];
  pods: number;
  readonly oldest: OldestPod;
  readonly states: Record<PendingState, number>;
  readonly obstacles: Record<Obstacle, number>;
  /** Each list of rejections of its pods. */
  readonly lists: Set<readonly Rejection[]>;
}

/** Groups pods that come with the oldest first; those with the most pods first, of equals the oldest. */
export function groupPending(pods: Iterable<PendingPod>, groupBy: readonly PendingBy[]): PendingGroup[] {
  const groups = new Map<string, MutableGroup>();
  const known = new Map<readonly Rejection[], readonly About[]>();
  for (const pod of pods) {
    let about = known.get(pod.rejections);
    if (about === undefined) known.set(pod.rejections, (about = aboutOf(pod.rejections, groupBy)));
    for (const { names, subject } of about) {
      const named = { ...names, namespace: pod.namespace, state: pod.state };
      const group = Object.fromEntries(groupBy.map((by) => [by, named[by]]));
      const key = JSON.stringify(Object.values(group));
      let found = groups.get(key);
      if (found === undefined) groups.set(key, (found = newGroup(group, pod)));
      found.pods++;
      found.states[pod.state]++;
      found.lists.add(pod.rejections);
      if (subject === null) continue;
      for (const obstacle of OBSTACLES) if (isObstacle(subject, obstacle)) found.obstacles[obstacle]++;
    }
  }
  const isOfSets = groupBy.includes('obstacleSet');
  return [...groups.values()]
    .sort((a, b) => b.pods - a.pods)
    .map(({ lists, ...group }) => ({ ...group, rejections: isOfSets ? rejectionsOf([...lists]) : [] }));
}

/** Of lists that have the same reasons. */
function rejectionsOf(lists: readonly (readonly Rejection[])[]): GroupRejection[] {
  const found = new Map<string, GroupRejection>();
  for (const one of lists.flatMap(firstNodes)) {
    const key = JSON.stringify([one.plugin, one.reason]);
    const known = found.get(key) ?? one;
    const leastNodes = Math.min(known.leastNodes, one.leastNodes);
    found.set(key, { ...one, leastNodes, mostNodes: Math.max(known.mostNodes, one.mostNodes) });
  }
  return [...found.values()].sort((a, b) => b.mostNodes - a.mostNodes);
}

/** Each reason of one pod. It may come with several codes, each on nodes of its own. */
function firstNodes(list: readonly Rejection[]): GroupRejection[] {
  const found = new Map<string, GroupRejection>();
  for (const { plugin, reason, nodes } of list) {
    const key = JSON.stringify([plugin, reason]);
    const sum = (found.get(key)?.mostNodes ?? 0) + nodes.first;
    found.set(key, { plugin, reason, leastNodes: sum, mostNodes: sum });
  }
  return [...found.values()];
}

function newGroup(group: PendingGroup['group'], { namespace, name, since }: PendingPod): MutableGroup {
  return {
    group,
    pods: 0,
    oldest: { namespace, name, since: since.toISOString() },
    states: statesOf([]),
    obstacles: { first: 0, any: 0, sole: 0, only: 0, alone: 0 },
    lists: new Set(),
  };
}

/** How many pods are pending for which cause. */
export function statesOf(pods: Iterable<PendingPod>): Record<PendingState, number> {
  const states = Object.fromEntries(PENDING_STATES.map((state) => [state, 0])) as Record<PendingState, number>;
  for (const { state } of pods) states[state]++;
  return states;
}

function aboutOf(rejections: readonly Rejection[], groupBy: readonly PendingBy[]): About[] {
  const obstacleSet = obstacleSetOf(rejections);
  const kind = subjectKind(groupBy);
  if (kind === null) return [{ names: { obstacleSet, plugin: null, reason: null, resource: null }, subject: null }];
  return subjectsOf(rejections)
    .filter(({ subject, resource }) => subject === kind && !(groupBy.includes('resource') && resource === null))
    .map((subject) => {
      const { plugin, reason, resource } = subject;
      return { names: { obstacleSet, plugin, reason, resource }, subject };
    });
}

function subjectKind(groupBy: readonly PendingBy[]): Subject['subject'] | null {
  const [plugin, reason, resource] = (['plugin', 'reason', 'resource'] as const).map((by) => groupBy.includes(by));
  if (plugin === true && (reason === true || resource === true)) return 'rejection';
  if (plugin === true) return 'plugin';
  return reason === true ? 'reason' : resource === true ? 'resource' : null;
}

/** All that turned nodes down, as `plugin: reason`, each once and sorted; null where nothing did. */
export function obstacleSetOf(rejections: readonly Rejection[]): string | null {
  const texts = rejections.map(({ plugin, reason }) => (plugin === null ? reason : `${plugin}: ${reason}`));
  return texts.length === 0 ? null : [...new Set(texts)].sort().join('; ');
}

/** Which pending pods; all that is given must hold. */
export interface PendingFilter {
  readonly namespace?: string;
  readonly state?: PendingState;
  readonly plugin?: string;
  readonly reason?: string;
  /** How the plugin, the reason or both were in the way; one of them must be given. */
  readonly obstacle?: Obstacle;
  /** As `obstacleSetOf` says it. */
  readonly obstacleSet?: string;
}

/** Whether a pod is one of those. */
export function pendingMatch(filter: PendingFilter): (pod: PendingPod) => boolean {
  const known = new Map<readonly Rejection[], boolean>();
  return ({ namespace, state, rejections }) => {
    if (filter.namespace !== undefined && filter.namespace !== namespace) return false;
    if (filter.state !== undefined && filter.state !== state) return false;
    let matches = known.get(rejections);
    if (matches === undefined) known.set(rejections, (matches = isTurnedDown(rejections, filter)));
    return matches;
  };
}

function isTurnedDown(
  rejections: readonly Rejection[],
  { plugin, reason, obstacle, obstacleSet }: PendingFilter,
): boolean {
  if (obstacleSet !== undefined && obstacleSetOf(rejections) !== obstacleSet) return false;
  if (plugin === undefined && reason === undefined) return true;
  const kind = plugin === undefined ? 'reason' : reason === undefined ? 'plugin' : 'rejection';
  return subjectsOf(rejections).some(
    (one) =>
      one.subject === kind &&
      (plugin === undefined || one.plugin === plugin) &&
      (reason === undefined || one.reason === reason) &&
      (obstacle === undefined || isObstacle(one, obstacle)),
  );
}
