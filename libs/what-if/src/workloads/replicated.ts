import { templateHash } from '#kubernetes';
import { isTerminating } from '#scheduler';
import { suffixOf } from './names.js';
import {
  countOf,
  ownerOf,
  part,
  podOf,
  type GivenObject,
  type Json,
  type Leaving,
  type NewPod,
  type Owner,
  type Workload,
  type WorkloadPlace,
} from './workload.js';

/** ReplicaSets and ReplicationControllers: pods with names that are drawn. */
export function replicaSet(given: GivenObject): Workload {
  const { object } = given;
  return replicated(given, { owner: ownerOf(given), template: part(object, 'spec', 'template') });
}

/** A Deployment makes a ReplicaSet, which has the hash of the template in its name, and its pods have it as a label. */
export function deployment(given: GivenObject, place: WorkloadPlace): Workload {
  const template = part(given.object, 'spec', 'template');
  const hash = templateHash(template);
  const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${given.name}-${hash}`, uid: place.newUid() };
  return replicated(given, { owner: ownerOf(set), template, labels: { 'pod-template-hash': hash } });
}

interface Replicated {
  readonly owner: Owner;
  readonly template: Json;
  readonly labels?: Readonly<Record<string, string>>;
}

function replicated({ kind, namespace, name, object }: GivenObject, { owner, template, labels }: Replicated): Workload {
  return {
    kind,
    namespace,
    name,
    replicas: countOf(part(object, 'spec')['replicas'], 1),
    templateField: 'spec.template',
    owner,
    podsFrom: (first, count) =>
      drawn(owner.name, { first, count }).map((pod) =>
        podOf(template, { name: pod, owner, ...(labels !== undefined && { labels }) }),
      ),
    claimsOf: () => [],
    leavingOrder,
  };
}

/** Names that end in letters, no two of them the same. */
export function drawn(prefix: string, { first, count }: { readonly first: number; readonly count: number }): string[] {
  const names = new Set<string>();
  for (let salt = 0; names.size < first + count; salt += 1) names.add(`${prefix}-${suffixOf(`${prefix} ${salt}`)}`);
  return [...names].slice(first);
}

/** Pods on no node go first, then the newest. // as kubernetes v1.34 controller.ActivePodsWithRanks, of what is kept */
export function leavingOrder(a: Leaving, b: Leaving): number {
  const rank = ({ pod }: Leaving): number => (isTerminating(pod) ? 0 : pod.spec?.nodeName === undefined ? 1 : 2);
  return rank(a) - rank(b) || b.position - a.position;
}

/** StatefulSets: pods with numbers, each with claims of its own. */
export function statefulSet(given: GivenObject): Workload {
  const { kind, namespace, name, object } = given;
  const spec = part(object, 'spec');
  const owner = ownerOf(given);
  const template = part(spec, 'template');
  const start = countOf(part(spec, 'ordinals')['start'], 0);
  const claims = Array.isArray(spec['volumeClaimTemplates']) ? (spec['volumeClaimTemplates'] as readonly Json[]) : [];
  const podAt = (ordinal: number): NewPod => {
    const pod = `${name}-${ordinal}`;
    const labels = { 'statefulset.kubernetes.io/pod-name': pod, 'apps.kubernetes.io/pod-index': String(ordinal) };
    const made = podOf(template, { name: pod, owner, labels });
    return { ...made, spec: { ...made.spec, hostname: pod, volumes: volumesOf(made, claims) } };
  };
  return {
    kind,
    namespace,
    name,
    replicas: countOf(spec['replicas'], 1),
    templateField: 'spec.template',
    owner,
    podsFrom: (first, count) => Array.from({ length: count }, (_, index) => podAt(start + first + index)),
    claimsOf: (pod) => claims.map((claim) => claimFor(claim, pod)),
    // The highest number goes first.
    leavingOrder: (a, b) => ordinalOf(b) - ordinalOf(a),
  };
}

function claimName(claim: Json, pod: string): string {
  return `${String(part(claim, 'metadata')['name'])}-${pod}`;
}

/** The volumes of claim templates stand in the place of others of their names. */
function volumesOf({ name, spec }: Pick<NewPod, 'name' | 'spec'>, claims: readonly Json[]): readonly unknown[] {
  const own = Array.isArray(spec['volumes']) ? (spec['volumes'] as readonly Json[]) : [];
  const names = new Set(claims.map((claim) => part(claim, 'metadata')['name']));
  const made = claims.map((claim) => ({
    name: part(claim, 'metadata')['name'],
    persistentVolumeClaim: { claimName: claimName(claim, name) },
  }));
  return [...made, ...own.filter((volume) => !names.has(volume['name']))];
}

function claimFor(claim: Json, { name }: NewPod): Json {
  const { labels } = part(claim, 'metadata');
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimName(claim, name), ...(labels !== undefined && { labels }) },
    spec: part(claim, 'spec'),
  };
}

function ordinalOf({ pod }: Leaving): number {
  return Number(/-(\d+)$/.exec(pod.metadata?.name ?? '')?.[1] ?? -1);
}
