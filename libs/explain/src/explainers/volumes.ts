import { setField } from '#json';
import { compileNodeSelector, type NodeSelectorTerm } from '#kubernetes';
import { labelValue } from '#apimachinery';
import type { ClusterObject, PlacedPod } from '#scheduler';
import { choosePods, namedPod } from '../eviction/index.js';
import type { Change, MoveVolume, Pair } from '../pair/index.js';
import type { Cause, Explainer } from './explainer.js';

const ZONES = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
];

interface Claim extends ClusterObject {
  readonly spec?: { readonly volumeName?: string };
}

interface Volume extends ClusterObject {
  readonly spec?: {
    readonly nodeAffinity?: { readonly required?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] } } | null;
  };
}

interface BoundClaim {
  readonly claim: MoveVolume['claim'];
  readonly volume: Volume;
}

/** VolumeZone and VolumeBinding: one cause a volume that is elsewhere; what is not bound yet cannot be moved. */
export const explainPlaceOfVolumes =
  (plugin: string): Explainer =>
  (pair, { reasons }): readonly Cause[] => {
    const away = boundClaims(pair)
      .filter((bound) => isElsewhere(pair, bound))
      .map((bound): Cause => {
        const moved = movedTo(pair, bound);
        const isHelp = moved.length > 0 && helps(pair, plugin, moved);
        return { text: elsewhereInWords(bound), options: isHelp ? [moved] : [] };
      });
    return away.length > 0 ? away : [{ text: reasons.join(', '), options: [] }];
  };

/** The node is not one that the volume can be used on, by its node affinity or by its labels. */
function isElsewhere({ node, nodeName }: Pair, { volume }: BoundClaim): boolean {
  const labels = node.metadata?.labels ?? {};
  const terms = termsOf(volume);
  const isReached = terms.length === 0 || compileNodeSelector(terms)({ name: nodeName, labels });
  // As kube-scheduler v1.34 VolumeZone: a node that says nothing of zones is in all of them.
  const hasZone = ZONES.some((key) => labelValue(labels, key) !== undefined);
  const isThere = (key: string): boolean => valuesOf(volume, key)?.includes(labelValue(labels, key) ?? '') ?? true;
  return !isReached || (hasZone && !ZONES.every(isThere));
}

/** The values of a label of the volume, of which the node has one; undefined where the volume does not have it. */
function valuesOf({ metadata }: Volume, key: string): readonly string[] | undefined {
  return labelValue(metadata?.labels, key)?.split('__');
}

function elsewhereInWords({ claim, volume }: BoundClaim): string {
  const [only] = termsOf(volume);
  const places = [
    ...ZONES.flatMap(
      (key) =>
        valuesOf(volume, key)
          ?.map((value) => `${key}=${value}`)
          .join(' or ') ?? [],
    ),
    ...(only?.matchExpressions ?? []).flatMap(({ key, operator, values }) =>
      operator === 'In' ? [(values ?? []).map((value) => `${key}=${value}`).join(' or ')] : [],
    ),
  ];
  const where = places.length === 0 ? 'elsewhere' : `where ${[...new Set(places)].join(' and ')}`;
  return `volume ${volume.metadata?.name ?? ''} of claim ${claim.namespace}/${claim.name} is ${where}`;
}

/** With several volumes elsewhere the filter goes on failing: then the change is looked at with all the others. */
function helps(pair: Pair, plugin: string, changes: readonly Change[]): boolean {
  return pair.passes(plugin, changes) || boundClaims(pair).length > 1;
}

function boundClaims({ pod, incoming, snapshot }: Pair): readonly BoundClaim[] {
  const { namespace } = incoming;
  return (pod.spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }): BoundClaim[] => {
    const name = persistentVolumeClaim?.claimName ?? '';
    const claim = snapshot.object('persistentVolumeClaims', name, namespace) as Claim | undefined;
    const volume = snapshot.object('persistentVolumes', claim?.spec?.volumeName ?? '') as Volume | undefined;
    return volume === undefined ? [] : [{ claim: { namespace, name }, volume }];
  });
}

function termsOf({ spec }: Volume): readonly NodeSelectorTerm[] {
  return spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
}

/** The labels by which a volume says where it is. */
function keysOf(volume: Volume): string[] {
  const zones = ZONES.filter((key) => labelValue(volume.metadata?.labels, key) !== undefined);
  const named = termsOf(volume).flatMap(({ matchExpressions = [] }) => matchExpressions.map(({ key }) => key));
  return [...new Set([...zones, ...named])];
}

/** The volume where the node is. */
function movedTo({ node }: Pair, { claim, volume }: BoundClaim): Change[] {
  const labels: Record<string, string> = {};
  for (const key of keysOf(volume)) {
    const value = labelValue(node.metadata?.labels, key);
    if (value !== undefined) setField(labels, key, value);
  }
  if (Object.keys(labels).length === 0) return [];
  return [{ kind: 'moveVolume', volume: volume.metadata?.name ?? '', claim, labels }];
}

/** VolumeRestrictions: pods that use the same disk on the node, or the same claim anywhere. */
export const explainSharedVolumes: Explainer = (pair, { reasons }) => {
  const { snapshot, incoming, pod } = pair;
  const names = new Set((pod.spec?.volumes ?? []).flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []));
  const uses = ({ spec, namespace }: PlacedPod): boolean =>
    namespace === incoming.namespace &&
    spec.volumes.some(({ persistentVolumeClaim }) => names.has(persistentVolumeClaim?.claimName ?? ''));
  const elsewhere = snapshot.nodes.flatMap((_, row) => (row === pair.row ? [] : snapshot.pods(row).filter(uses)));
  return explainByEviction('VolumeRestrictions', [...pair.occupants, ...elsewhere])(pair, {
    plugin: null,
    code: 'Unschedulable',
    reasons,
  });
};

/** For a filter of which no more is known than that it minds some pods: those of the node, unless others are given. */
export const explainByEviction =
  (plugin: string, candidates?: readonly PlacedPod[]): Explainer =>
  (pair, { code, reasons }) => {
    const text = reasons.join(', ');
    if (code !== 'Unschedulable') return [{ text, options: [] }];
    const eviction = choosePods(candidates ?? pair.occupants, pair.snapshot, (gone) =>
      pair.passes(plugin, [{ kind: 'evictPods', pods: gone.map(namedPod), budgets: [] }]),
    );
    return [
      {
        text,
        ...(eviction === null ? {} : { heldBy: eviction.pods }),
        options: eviction === null ? [] : [[{ kind: 'evictPods', ...eviction }]],
      },
    ];
  };
