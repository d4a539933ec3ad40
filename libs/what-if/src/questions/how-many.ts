import { volumeAnnotations, type ClusterObject, type PersistentVolumeClaim, type Pod, type Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { Refused } from '../findings/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { place } from '../placing/index.js';
import { addClaim } from '../steps/index.js';
import { assumeVolumes } from '../volumes/index.js';
import { imported } from './imported.js';
import { counted, nameOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** How many copies of these pods still fit together? */
export const howMany = question({
  texts: ({ templates }: HowManyBody) =>
    templates.map(({ manifests }, index) => ({ field: `templates[${index}].manifests`, text: manifests })),
  input: ({ cluster, texts, profileOf }, { templates: asked, most, profile }: HowManyBody): HowManyInput => {
    // A copy is judged as a whole: what quotas leave of it is no template.
    const templates = cluster.quotas.unenforced(() =>
      texts.flatMap((text, index) =>
        imported(cluster, text).waiting.map(({ pod }) => ({
          pod,
          count: asked[index]?.count ?? 1,
          claims: ownClaims(cluster, pod),
        })),
      ),
    );
    for (const { pod } of templates) cluster.removePod(pod);
    const [refused] = cluster.findings.refused.filter(({ pods }) => pods > 0);
    if (templates.length === 0 && refused === undefined)
      throw new NotPossible(faultsAt('templates', [{ field: '', message: 'make no pod' }]));
    return { templates, refused, most, profileOf: profileOf(profile) };
  },
  answer,
});

export interface HowManyBody extends ByProfile {
  readonly templates: readonly { readonly manifests: string; readonly count: number }[];
  readonly most: number;
}

/** What copies are made of: a set of pods, each one or several times. */
export interface Template {
  readonly pod: Pod;
  /** How many of it there are in a copy. */
  readonly count: number;
  /** The claims that each of them has for itself. */
  readonly claims?: readonly OwnClaim[];
}

/** A claim of a StatefulSet's template, and the volume that it is mounted as. */
interface OwnClaim {
  readonly volume: string;
  readonly claim: ClusterObject;
}

/** How many copies fit together. */
export interface HowManyAnswer {
  readonly copies: number;
  /** Of all copies, by the nodes that they are on, the most first. */
  readonly nodes: readonly { readonly node: string; readonly pods: number }[];
  /** The pod that found no node, and why; null where as many as were asked for fit. */
  readonly stoppedBy: { readonly pod: PodName; readonly message: string } | null;
  readonly sentence: string;
}

export interface HowManyInput {
  readonly templates: readonly Template[];
  /** What of a copy is not created, however much room there is. */
  readonly refused?: Refused | undefined;
  readonly profileOf: (pod: Pod) => Profile;
  /** So many copies are enough. */
  readonly most: number;
}

/** Places copy after copy until a pod finds no node; a copy of which a part does not fit does not count. */
function* answer(
  cluster: HypotheticalCluster,
  { templates, refused, profileOf, most }: HowManyInput,
): Generator<void, HowManyAnswer, undefined> {
  const { snapshot, executor, at } = cluster;
  const pods = templates.flatMap(({ pod, count, claims = [] }) =>
    Array.from({ length: count }, (_, nth) => ({ template: pod, claims, isFirst: nth === 0 })),
  );
  const onNodes = new Map<string, number>();
  let stoppedBy: HowManyAnswer['stoppedBy'] =
    refused === undefined
      ? null
      : { pod: { namespace: refused.namespace, name: refused.name }, message: refused.message };
  let copies = 0;
  while (copies < most && stoppedBy === null) {
    const copy: string[] = [];
    for (const [index, { template, claims, isFirst }] of pods.entries()) {
      const next = numbered(template, { copies, index, uid: cluster.newUid() });
      // The first one has the claims that came with the manifests.
      const asked = isFirst && copies === 0 ? next : withOwnClaims(next, claims);
      const refusal = claimsRefusal(cluster, asked, claims) ?? cluster.quotas.refusal(asked);
      assumeVolumes(cluster, [asked]);
      const { node, message } =
        refusal === undefined ? place({ snapshot, executor, at, profileOf }, asked) : { node: null, message: refusal };
      yield;
      if (node !== null) {
        copy.push(node);
        cluster.quotas.came(asked);
      } else {
        stoppedBy = { pod: nameOf(template), message };
        break;
      }
    }
    if (stoppedBy !== null) break;
    copies += 1;
    for (const node of copy) onNodes.set(node, (onNodes.get(node) ?? 0) + 1);
  }
  const nodes = [...onNodes]
    .map(([node, count]) => ({ node, pods: count }))
    .sort((a, b) => b.pods - a.pods || (a.node < b.node ? -1 : 1));
  return { copies, nodes, stoppedBy, sentence: sentenceOf({ copies, nodes, stoppedBy }) };
}

/** Everything but its name and uid is that of the template. */
function numbered(
  { metadata, ...pod }: Pod,
  { copies, index, uid }: { readonly copies: number; readonly index: number; readonly uid: string },
): Pod {
  const name = `${metadata?.name ?? 'pod'}-${copies}-${index}`;
  return { ...pod, metadata: { ...metadata, name, uid } };
}

/** The claims of a StatefulSet's pod that are named after it. */
function ownClaims({ snapshot }: HypotheticalCluster, { metadata, spec }: Pod): readonly OwnClaim[] {
  const { namespace = '', name: podName = '', ownerReferences = [] } = metadata ?? {};
  if (!ownerReferences.some(({ kind, controller }) => kind === 'StatefulSet' && controller === true)) return [];
  return (spec?.volumes ?? []).flatMap(({ name: volume, persistentVolumeClaim }) => {
    const name = persistentVolumeClaim?.claimName;
    if (volume === undefined || name !== `${volume}-${podName}`) return [];
    const claim = snapshot.object('persistentVolumeClaims', name, namespace);
    return claim === undefined ? [] : [{ volume, claim }];
  });
}

/** The pod with claims of its own name in the place of those of another one. */
function withOwnClaims(pod: Pod, claims: readonly OwnClaim[]): Pod {
  const own = new Set(claims.map(({ volume }) => volume));
  const volumes = (pod.spec?.volumes ?? []).map((volume) =>
    own.has(volume.name ?? '')
      ? { ...volume, persistentVolumeClaim: { claimName: `${volume.name ?? ''}-${pod.metadata?.name ?? ''}` } }
      : volume,
  );
  return claims.length === 0 ? pod : { ...pod, spec: { ...pod.spec, volumes } };
}

/** The annotations of a claim that no controller has written. */
function unbound(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const written = new Set<string>(Object.values(volumeAnnotations));
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !written.has(key)));
}

/** Makes the claims of a pod that are not there; or says why one may not be created. */
function claimsRefusal(
  cluster: HypotheticalCluster,
  { metadata, spec }: Pod,
  claims: readonly OwnClaim[],
): string | undefined {
  for (const { volume, claim } of claims) {
    const name = spec?.volumes?.find((one) => one.name === volume)?.persistentVolumeClaim?.claimName ?? '';
    const { spec: bound, metadata: { labels, annotations } = {} } = claim as PersistentVolumeClaim & ClusterObject;
    const { volumeName: _bound, ...asked } = bound ?? {};
    const made = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, ...(labels && { labels }), ...(annotations && { annotations: unbound(annotations) }) },
      spec: asked,
    };
    const refusal = addClaim(cluster, metadata?.namespace ?? '', made);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function sentenceOf({ copies, nodes, stoppedBy }: Omit<HowManyAnswer, 'sentence'>): string {
  const more = copies === 1 ? '1 more copy fits' : `${copies} more copies fit`;
  const fit = `${more}, on ${counted(nodes.length, 'node')}.`;
  return stoppedBy === null ? `${fit} No more were asked for.` : `${fit} The next one stops: ${stoppedBy.message}`;
}
