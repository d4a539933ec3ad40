import { labelValue } from '#apimachinery';
import { BETA_REGION, BETA_ZONE, REGION, ZONE, ZONE_DELIMITER, type PersistentVolume } from '../../volumes/index.js';

/** A node must have one of the values under the key, or, where it has no such label, under the new name of the key. */
export interface TopologyRequirement {
  readonly key: string;
  readonly newKey: string;
  readonly values: ReadonlySet<string>;
}

const NEW_NAMES: readonly (readonly [key: string, newKey: string])[] = [
  [BETA_ZONE, ZONE],
  [BETA_REGION, REGION],
  [ZONE, ZONE],
  [REGION, REGION],
];

/** The labels that tell where a node or volume is. */
export const NODE_TOPOLOGY: readonly string[] = NEW_NAMES.map(([key]) => key);

/** What a volume's labels ask for. As kube-scheduler v1.34 getPVTopologies. */
export function volumeTopology({ metadata }: PersistentVolume): readonly TopologyRequirement[] {
  return NEW_NAMES.flatMap(([key, newKey]) => {
    const label = labelValue(metadata?.labels, key);
    const values = label === undefined ? null : labelSet(label);
    return values === null ? [] : [{ key, newKey, values }];
  });
}

/**
 * `a__b` is a set; one with an empty member cannot be read and asks for nothing. As
 * cloud-provider v1.34 LabelZonesToSet.
 */
function labelSet(label: string): ReadonlySet<string> | null {
  const values = label.split(ZONE_DELIMITER).map((value) => value.trim());
  return values.includes('') ? null : new Set(values);
}
