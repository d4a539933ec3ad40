import type { MigratedSources, Volume } from '../objects/index.js';
import type { InTreePlugin } from './in-tree-plugins.js';
import type { PersistentVolume } from './storage-objects.js';
import { BETA_ZONE, ZONE, ZONE_DELIMITER } from './topology-labels.js';

/** A volume as its CSI driver knows it; one handle of one driver is one volume. */
export interface CsiVolume {
  readonly driver: string;
  readonly handle: string;
}

/** Why an in-tree volume has no CSI equivalent, in the words of csi-translation-lib v1.34. */
export interface Untranslatable {
  readonly problem: string;
}

const UNSPECIFIED = 'UNSPECIFIED';

/**
 * The CSI equivalent of an in-tree volume that a pod names itself. As csi-translation-lib v1.34
 * TranslateInTreeInlineVolumeToCSI.
 */
export function inlineCsiVolume(volume: Volume, plugin: InTreePlugin): CsiVolume | Untranslatable {
  return translated(volume, plugin, () => zonalDisk(UNSPECIFIED));
}

/** The CSI equivalent of a PersistentVolume's in-tree source. As csi-translation-lib v1.34 TranslateInTreePVToCSI. */
export function persistentCsiVolume(
  { metadata, spec = {} }: PersistentVolume,
  plugin: InTreePlugin,
): CsiVolume | Untranslatable {
  const zones = (metadata?.labels?.[BETA_ZONE] || (metadata?.labels?.[ZONE] ?? '')).split(ZONE_DELIMITER);
  return translated(spec, plugin, () => diskOf(zones));
}

/** Where a GCE disk is: the head of its handle. */
type DiskPlace = string | Untranslatable;

function translated(
  volume: MigratedSources,
  { source, driver }: InTreePlugin,
  gceDisk: () => DiskPlace,
): CsiVolume | Untranslatable {
  const handle = handleOf(volume, source, gceDisk);
  return typeof handle === 'string' ? { driver, handle } : handle;
}

function handleOf(
  volume: MigratedSources,
  source: InTreePlugin['source'],
  gceDisk: () => DiskPlace,
): string | Untranslatable {
  switch (source) {
    case 'gcePersistentDisk': {
      const place = gceDisk();
      return typeof place === 'string' ? `${place}/disks/${volume.gcePersistentDisk?.pdName ?? ''}` : place;
    }
    case 'awsElasticBlockStore':
      return ebsHandle(volume.awsElasticBlockStore?.volumeID ?? '');
    case 'azureDisk':
      return azureHandle(volume.azureDisk ?? {});
    case 'cinder':
      return volume.cinder?.volumeID ?? '';
    case 'portworxVolume':
      return volume.portworxVolume?.volumeID ?? '';
    case 'azureFile':
    case 'vsphereVolume':
      return { problem: `kube-scheduler does not translate ${source}` };
  }
}

function zonalDisk(zone: string): string {
  return `projects/${UNSPECIFIED}/zones/${zone}`;
}

function diskOf(zones: readonly string[]): DiskPlace {
  const [first = ''] = zones;
  if (zones.length === 1) return zonalDisk(first === '' ? UNSPECIFIED : first);
  const region = regionOf(zones);
  return typeof region === 'string' ? `projects/${UNSPECIFIED}/regions/${region}` : region;
}

/**
 * `us-central1-a` is in region `us-central1`; all must be in one. As csi-translation-lib v1.34 gceGetRegionFromZones.
 */
function regionOf(zones: readonly string[]): string | Untranslatable {
  const regions = new Set<string>();
  for (const zone of zones) {
    const parts = zone.split('-');
    if (parts.length !== 3)
      return untranslatableZones(`zone in unexpected format, expected: {locale}-{region}-{zone}, got: ${zone}`);
    regions.add(parts.slice(0, 2).join('-'));
  }
  const [region = '', ...others] = [...regions].sort();
  if (others.length === 0) return region;
  return untranslatableZones(
    `multiple or no regions gotten from zones, got: map[${[region, ...others].map((one) => `${one}:{}`).join(' ')}]`,
  );
}

function untranslatableZones(why: string): Untranslatable {
  return { problem: `failed to get region from zones: ${why}` };
}

const AWS_URL = 'aws://';

/**
 * `aws://<zone>/<id>`, `aws:///<id>` or the id itself. As csi-translation-lib v1.34 KubernetesVolumeIDToEBSVolumeID.
 */
function ebsHandle(id: string): string | Untranslatable {
  if (!id.startsWith(AWS_URL)) return id;
  const [withoutQuery = ''] = id.slice(AWS_URL.length).split(/[?#]/, 1);
  const path = withoutQuery.includes('/') ? withoutQuery.slice(withoutQuery.indexOf('/')) : '';
  const handle = path.replace(/^\/+|\/+$/g, '');
  if (/^vol-[^/]*$/.test(handle)) return handle;
  return { problem: `failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (${id})` };
}

function azureHandle({ kind, diskURI = '' }: NonNullable<MigratedSources['azureDisk']>): string | Untranslatable {
  if (kind === undefined || kind === null || kind.toLowerCase() === 'managed') return diskURI;
  return { problem: `kind(${kind}) is not supported in csi migration` };
}
