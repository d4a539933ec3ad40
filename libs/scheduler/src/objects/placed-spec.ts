import type { PodSpec, Volume } from './objects.js';

/**
 * What plugins read of the spec of a pod on a node, beside its load and its terms about other pods. A plugin that reads
 * more of it adds a field here.
 */
export interface PlacedSpec {
  /** Those that matter to other pods. */
  readonly volumes: readonly Volume[];
}

const NOTHING: PlacedSpec = Object.freeze({ volumes: Object.freeze([]) });

/** Sources of volumes that some plugin looks for on pods that are on nodes. */
const COUNTED_SOURCES = [
  'persistentVolumeClaim',
  'ephemeral',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cinder',
  'vsphereVolume',
  'portworxVolume',
  'iscsi',
  'rbd',
] as const satisfies readonly (keyof Volume)[];

export function placedSpec({ volumes }: PodSpec): PlacedSpec {
  const counted = countedVolumes(volumes);
  return counted.length === 0 ? NOTHING : { volumes: counted };
}

/** The fields of a spec from which `placedSpec` makes the same as from the whole spec, in a fixed order. */
export function placedSpecShape({ volumes }: PodSpec): Pick<PodSpec, 'volumes'> {
  const counted = countedVolumes(volumes);
  return counted.length === 0 ? {} : { volumes: counted.map(volumeShape) };
}

/** The volumes that matter to another pod: a ConfigMap or an empty directory does not. */
function countedVolumes(volumes: readonly Volume[] | null | undefined): readonly Volume[] {
  return volumes?.filter((volume) => COUNTED_SOURCES.some((source) => volume[source])) ?? [];
}

/** Of an ephemeral volume only the name of its claim counts, which is made from its own. */
function volumeShape(volume: Volume): Volume {
  return volume.ephemeral ? { ...volume, ephemeral: {} } : volume;
}
