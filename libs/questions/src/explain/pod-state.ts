import { findCluster, findObject, kindOf, podsAlike, type ClusterAt, type LocatedCluster } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { sightOf, sees, type Sight } from '#access';
import { type Caller, type Database, type Transaction } from '#database';
import { locateCluster } from '#history';
import { type PastClusters, type PastState, recallCluster, type WarmClusters } from '#state';
import type { Manifests, PodStanding } from '#explain';
import { DEFAULT_SCHEDULER_NAME, podUid, type Pod, type Snapshot } from '#scheduler';
import {
  knownProfiles,
  PROFILE_KIND,
  resolveProfile,
  resolveSource,
  type ResolvedProfile,
  type DecisionState,
} from '#scheduling';
import { findPodsOn } from './pods-on.queries.js';

/** Where states are found: of the present in memory, of the past in the log. */
export interface StateSource {
  readonly database: Database;
  readonly clusters: PastClusters;
  readonly warm: WarmClusters;
  /** Labels, or domains of labels, that say what a node is beside those that are known to: no change sets them. */
  readonly identityLabels?: readonly string[];
}

/** A pod of a cluster, by its names, and the profile that it is to go by: that of its `schedulerName` unless given. */
export interface PodAsked {
  readonly namespace: string;
  readonly name: string;
  readonly profile?: string;
}

/** What is asked about, and what its reader sees of the cluster. */
export interface SeenState extends DecisionState {
  readonly sight: Sight;
  readonly standing?: PodStanding;
  /** Pods of the node that is asked about, as they are. */
  readonly manifests?: Manifests;
}

/** What is asked about: a pod, and, of one node, its pods as they are. */
interface StateAsked {
  readonly pod: PodAsked;
  readonly node?: string;
}

/** The state of a pod, without what its reader sees. */
type PodState = Omit<SeenState, 'sight'>;

/** A cluster without the pod, and the pod as one that is to be placed anew. */
export async function podState(
  caller: Caller,
  source: StateSource,
  { which, ...asked }: StateAsked & { readonly which: ClusterAt },
): Promise<Outcome<SeenState>> {
  const { pod } = asked;
  const { database, clusters } = source;
  const located = await read(database, caller, (tx) => locateCluster(tx, which, 'inSight'));
  if (located.refused) return located;
  const sight = sightOf(located.value.cluster);
  const { id: clusterId } = located.value.cluster;
  const missing = (): Promise<Outcome<never>> =>
    read(database, caller, async (tx) => podNotFound(pod, await podsAlike(tx, { clusterId, sight }, pod)));
  if (!sees(sight, pod.namespace)) return missing();
  const found = isNow(located.value)
    ? await presentState(caller, source, { clusterId, ...asked })
    : await read(database.slow, caller, (tx) => pastState(tx, clusters, { located: located.value, ...asked }));
  if (found.refused) return found.refusal.kind === 'ObjectNotFound' ? missing() : found;
  return ok({ ...placedAnew(found.value), sight });
}

/** Revisions that only decided have no positions: the cluster is that of the present then. */
export function isNow({ cluster, point }: LocatedCluster): boolean {
  return String(point.position) === cluster.position;
}

async function presentState(
  caller: Caller,
  { database, warm }: StateSource,
  { clusterId, pod, node }: StateAsked & { readonly clusterId: string },
): Promise<Outcome<PodState>> {
  return warm.use(clusterId, (cluster) =>
    read(database, caller, async (tx) => {
      if ((await findCluster(tx, clusterId, 'inSight')) === undefined)
        return refuse({ kind: 'ClusterNotFound', cluster: clusterId });
      const scope = { clusterId, kind: kindOf('v1', 'Pod'), namespace: pod.namespace };
      const stored = await findObject(tx, scope, pod.name);
      if (stored === undefined) return podNotFound(pod);
      const profile = profileOf(await knownProfiles(tx, clusterId), stored.object, pod);
      if (profile.refused) return profile;
      const { snapshot } = await cluster.read(tx);
      const manifests = node === undefined ? undefined : await findPodsOn(tx, clusterId, node);
      return ok(stateOf(stored.object, { snapshot: snapshot.fork(), manifests, ...profile.value }));
    }),
  );
}

async function pastState(
  tx: Transaction,
  clusters: PastClusters,
  { located, pod, node }: StateAsked & { readonly located: LocatedCluster },
): Promise<Outcome<PodState>> {
  const { cluster, point } = located;
  const past = await clusters.at(tx, cluster.id, point.position);
  const found = past.get('Pod', pod.namespace, pod.name)?.stored().object;
  if (found === undefined) return podNotFound(pod);
  const profile = profileOf(pastProfiles(past, await knownProfiles(tx, cluster.id)), found, pod);
  if (profile.refused) return profile;
  const { snapshot } = await recallCluster(past, point.at ?? tx.at);
  const manifests = node === undefined ? undefined : podsOn(past, node);
  return ok(stateOf(found, { snapshot, manifests, ...profile.value }));
}

function podsOn(past: PastState, node: string): Manifests {
  const pods = past.ofKind('Pod').filter(({ placement }) => placement.node === node && !placement.finished);
  return new Map(pods.map((one) => one.stored().object).map((pod) => [podUid(pod), pod]));
}

interface FoundState {
  readonly snapshot: Snapshot;
  readonly manifests: Manifests | undefined;
  readonly profile: PodState['profile'];
  readonly unserved: string | null;
}

function stateOf(pod: Pod, { snapshot, manifests, profile, unserved }: FoundState): PodState {
  const { nodeName } = pod.spec ?? {};
  const isAbsent = nodeName !== undefined && snapshot.rowOf(nodeName) === undefined;
  const standing = { ...(unserved !== null && { unserved }), ...(isAbsent && { absentNode: nodeName }) };
  return { snapshot, pod, profile, standing, ...(manifests && { manifests }) };
}

/** As they were then; the default one is there if no other has its name. */
export function pastProfiles(
  past: PastState,
  present: ReadonlyMap<string, ResolvedProfile>,
): ReadonlyMap<string, ResolvedProfile> {
  const then = past.ofKind(PROFILE_KIND).flatMap((object): [string, ResolvedProfile][] => {
    const resolved = resolveSource(object.stored().object.spec ?? {});
    return resolved === undefined ? [] : [[object.name, resolved]];
  });
  const builtIn = resolveSource({}) ?? present.get(DEFAULT_SCHEDULER_NAME);
  return new Map([...(builtIn === undefined ? [] : [[DEFAULT_SCHEDULER_NAME, builtIn] as const]), ...then]);
}

/** A pod of a scheduler that no profile serves is looked at by the default profile, unless another one is asked for. */
function profileOf(
  known: ReadonlyMap<string, ResolvedProfile>,
  { spec }: Pod,
  { profile }: PodAsked,
): Outcome<Pick<FoundState, 'profile' | 'unserved'>> {
  const own = spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME;
  const unserved = profile === undefined && !known.has(own) ? own : null;
  const found = resolveProfile(known, profile ?? (unserved === null ? own : DEFAULT_SCHEDULER_NAME));
  return found.refused ? found : ok({ profile: found.value.profile, unserved });
}

function podNotFound({ namespace, name }: PodAsked, near: readonly string[] = []): Outcome<never> {
  const object = { apiVersion: 'v1', kind: 'Pod', namespace, name };
  return refuse({ kind: 'ObjectNotFound', object, ...(near.length > 0 && { near }) });
}

/** A pod that is on a node is taken from it: it asks for no node by name, and stands in its own way nowhere. */
function placedAnew(state: PodState): PodState {
  const { snapshot, pod } = state;
  const { uid } = pod.metadata ?? {};
  if (uid !== undefined) {
    snapshot.removePod(uid);
    snapshot.nominations.remove(uid);
  }
  const { nodeName, ...spec } = pod.spec ?? {};
  return nodeName === undefined ? state : { ...state, pod: { ...pod, spec } };
}
