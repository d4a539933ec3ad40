import { labelValue, type NodeSelectorTerm } from '#kubernetes';
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
    const away = boundClaims(pair).flatMap((bound): Cause[] => {
      const options = [movedTo(pair, bound), followed(pair, bound)].filter(
        (changes) => changes.length > 0 && helps(pair, plugin, changes),
      );
      const { claim, volume } = bound;
      if (options.length === 0) return [];
      const name = volume.metadata?.name ?? '';
      return [{ text: `volume ${name} of claim ${claim.namespace}/${claim.name} is elsewhere`, options }];
    });
    return away.length > 0 ? away : [{ text: reasons.join(', '), options: [] }];
  };

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
    if (value !== undefined) labels[key] = value;
  }
  if (Object.keys(labels).length === 0) return [];
  return [{ kind: 'moveVolume', volume: volume.metadata?.name ?? '', claim, labels }];
}

/** The node where the volume is. */
function followed({ node, nodeName }: Pair, { volume }: BoundClaim): Change[] {
  const own = node.metadata?.labels;
  const expressions = (termsOf(volume)[0]?.matchExpressions ?? []).flatMap(({ key, operator, values = [] }) =>
    operator === 'In' && values[0] !== undefined ? [{ key, values }] : [],
  );
  const zones = ZONES.flatMap((key) => {
    const value = labelValue(volume.metadata?.labels, key);
    return value === undefined ? [] : [{ key, values: value.split('__') }];
  });
  const wanted = new Map([...zones, ...expressions].map(({ key, values }) => [key, values]));
  return [...wanted].flatMap(([label, values]): Change[] => {
    const [first] = values;
    if (first === undefined || label === 'kubernetes.io/hostname' || values.includes(labelValue(own, label) ?? ''))
      return [];
    return [{ kind: 'setNodeLabel', node: nodeName, label, value: first }];
  });
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
