import type { NodeSelectorTerm } from '../objects/index.js';
import type { PersistentVolume } from './storage-objects.js';
import { BETA_REGION, BETA_ZONE, REGION, ZONE, ZONE_DELIMITER } from './topology-labels.js';

/**
 * The node affinity of an in-tree volume in the terms of its CSI driver: zones under the driver's key, or from the
 * volume's labels where the affinity has none; beta regions under their new name. Null for a volume that any node
 * reaches. As csi-translation-lib v1.34 translateTopologyFromInTreeToCSI.
 */
export function csiTopology(volume: PersistentVolume, topologyKey: string): readonly NodeSelectorTerm[] | null {
  const terms = requiredTerms(volume);
  const labels = volume.metadata?.labels ?? {};
  const isBeta = usesBeta(terms ?? [], labels);
  const zone = isBeta ? BETA_ZONE : ZONE;
  const zoned = hasValues(terms ?? [], zone)
    ? renamed(terms ?? [], zone, topologyKey)
    : withZones(terms, topologyKey, labels[zone]);
  return isBeta && zoned !== null && hasValues(zoned, BETA_REGION) ? renamed(zoned, BETA_REGION, REGION) : zoned;
}

/**
 * The required terms of a volume's node affinity; null where it requires nothing (no term at all
 * is one that no node meets).
 */
export function requiredTerms({ spec }: PersistentVolume): readonly NodeSelectorTerm[] | null {
  const required = spec?.nodeAffinity?.required;
  return required ? (required.nodeSelectorTerms ?? []) : null;
}

/** Whether zone and region go by their beta names: the affinity is asked first, then the labels. */
function usesBeta(terms: readonly NodeSelectorTerm[], labels: Readonly<Record<string, string>>): boolean {
  const names = (key: string): boolean =>
    terms.some((term) => expressionsOf(term).some((expression) => expression.key === key));
  if (names(ZONE)) return false;
  return names(BETA_ZONE) || (labels[ZONE] === undefined && labels[BETA_ZONE] !== undefined);
}

function hasValues(terms: readonly NodeSelectorTerm[], key: string): boolean {
  return terms.some((term) =>
    expressionsOf(term).some((expression) => expression.key === key && (expression.values ?? []).length > 0),
  );
}

function renamed(terms: readonly NodeSelectorTerm[], from: string, to: string): readonly NodeSelectorTerm[] {
  return terms.map((term) => ({
    ...term,
    matchExpressions: expressionsOf(term).map((one) => (one.key === from ? { ...one, key: to } : one)),
  }));
}

function withZones(
  terms: readonly NodeSelectorTerm[] | null,
  key: string,
  label: string | undefined,
): readonly NodeSelectorTerm[] | null {
  const zones = [
    ...new Set(
      (label ?? '')
        .split(ZONE_DELIMITER)
        .map((zone) => zone.trim())
        .filter((zone) => zone !== ''),
    ),
  ];
  if (zones.length === 0) return terms;
  const own = terms === null || terms.length === 0 ? [{}] : terms;
  return own.map((term) => ({
    ...term,
    matchExpressions: [...expressionsOf(term), { key, operator: 'In', values: zones }],
  }));
}

function expressionsOf(term: NodeSelectorTerm): NonNullable<NodeSelectorTerm['matchExpressions']> {
  return term.matchExpressions ?? [];
}
