import type { CsiNodeObject, Labels, NodeSelector, PersistentVolumeObject, Requirement, Volume } from './objects.js';

const MIGRATED_PLUGINS = 'storage.alpha.kubernetes.io/migrated-plugins';
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';

/** The volume sources inside Kubernetes that CSI drivers took over. */
export interface InTreeSources {
  readonly gcePersistentDisk?: { readonly pdName?: string };
  readonly awsElasticBlockStore?: { readonly volumeID?: string };
  readonly azureDisk?: { readonly diskURI?: string; readonly kind?: string };
  readonly cinder?: { readonly volumeID?: string };
  readonly portworxVolume?: { readonly volumeID?: string };
  readonly azureFile?: object;
  readonly vsphereVolume?: object;
}

export interface InTreePlugin {
  readonly name: string;
  readonly driver: string;
  readonly source: keyof InTreeSources;
  /**
   * How v1.34 tells that a node has moved to the driver: `on` wherever there is a CSINode, `annotated`
   * where it says so, `off` never.
   */
  readonly migration: 'on' | 'annotated' | 'off';
  /** The driver's own label for a node's zone. */
  readonly zoneKey?: string;
}

export const IN_TREE_PLUGINS: readonly InTreePlugin[] = [
  {
    name: 'kubernetes.io/gce-pd',
    driver: 'pd.csi.storage.gke.io',
    source: 'gcePersistentDisk',
    migration: 'on',
    zoneKey: 'topology.gke.io/zone',
  },
  {
    name: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    source: 'awsElasticBlockStore',
    migration: 'on',
    zoneKey: 'topology.ebs.csi.aws.com/zone',
  },
  {
    name: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    source: 'cinder',
    migration: 'on',
    zoneKey: 'topology.cinder.csi.openstack.org/zone',
  },
  { name: 'kubernetes.io/azure-disk', driver: 'disk.csi.azure.com', source: 'azureDisk', migration: 'on' },
  {
    name: 'kubernetes.io/portworx-volume',
    driver: 'pxd.portworx.com',
    source: 'portworxVolume',
    migration: 'annotated',
  },
  { name: 'kubernetes.io/azure-file', driver: 'file.csi.azure.com', source: 'azureFile', migration: 'off' },
  { name: 'kubernetes.io/vsphere-volume', driver: 'csi.vsphere.vmware.com', source: 'vsphereVolume', migration: 'off' },
];

/** The plugin whose source a pod's volume or a persistent volume has. */
export function inTreePluginOf(sources: InTreeSources | Volume): InTreePlugin | undefined {
  const found: InTreeSources = sources;
  return IN_TREE_PLUGINS.find(({ source }) => found[source] !== undefined);
}

/** Whether the CSINode's annotation names the plugin. */
export function isAnnotated({ name }: InTreePlugin, csiNode: CsiNodeObject | undefined): boolean {
  return (csiNode?.metadata?.annotations?.[MIGRATED_PLUGINS] ?? '').split(',').includes(name);
}

export type Handle = { readonly handle: string } | { readonly error: string };

/**
 * The id that the driver knows the volume by. `labels` are those of the persistent volume, none for a volume of a pod.
 */
export function handleOf(plugin: InTreePlugin, sources: InTreeSources, labels: Labels): Handle {
  switch (plugin.source) {
    case 'gcePersistentDisk':
      return gceHandle(sources.gcePersistentDisk?.pdName ?? '', labels);
    case 'awsElasticBlockStore':
      return ebsHandle(sources.awsElasticBlockStore?.volumeID ?? '');
    case 'azureDisk':
      return azureHandle(sources.azureDisk ?? {});
    case 'cinder':
      return { handle: sources.cinder?.volumeID ?? '' };
    case 'portworxVolume':
      return { handle: sources.portworxVolume?.volumeID ?? '' };
    case 'azureFile':
    case 'vsphereVolume':
      return { error: `${plugin.name} is not migrated` };
  }
}

/** A disk of one zone, of a region when the label names several zones, or of nowhere in particular. */
function gceHandle(disk: string, labels: Labels): Handle {
  const label = labels[BETA_ZONE] ?? '';
  const zones = (label === '' ? (labels[ZONE] ?? '') : label).split('__');
  if (zones.length === 1)
    return { handle: `projects/UNSPECIFIED/zones/${zones[0] === '' ? 'UNSPECIFIED' : zones[0]}/disks/${disk}` };
  const misshapen = zones.find((zone) => zone.split('-').length !== 3);
  if (misshapen !== undefined) {
    return {
      error:
        'failed to get region from zones: zone in unexpected format, expected: ' +
        `{locale}-{region}-{zone}, got: ${misshapen}`,
    };
  }
  const regions = [...new Set(zones.map((zone) => zone.split('-').slice(0, 2).join('-')))].sort();
  if (regions.length === 1) return { handle: `projects/UNSPECIFIED/regions/${regions[0]}/disks/${disk}` };
  return {
    error:
      'failed to get region from zones: multiple or no regions gotten from zones, got: ' +
      `map[${regions.map((region) => `${region}:{}`).join(' ')}]`,
  };
}

/** `aws://zone/vol-1`, `aws:///vol-1` or `vol-1`. */
function ebsHandle(id: string): Handle {
  if (!id.startsWith('aws://')) return { handle: id };
  const [, path = ''] = /^aws:\/\/[^/]*\/?(.*)$/.exec(id) ?? [];
  const handle = path.replace(/^\/+|\/+$/g, '');
  return /^vol-[^/]*$/.test(handle)
    ? { handle }
    : { error: `failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (${id})` };
}

function azureHandle({ diskURI = '', kind }: { readonly diskURI?: string; readonly kind?: string }): Handle {
  if (kind !== undefined && kind.toLowerCase() !== 'managed')
    return { error: `kind(${kind}) is not supported in csi migration` };
  return { handle: diskURI };
}

/** A persistent volume's node affinity in the driver's own words, or why the volume cannot be translated. */
export function translatedAffinity(
  plugin: InTreePlugin,
  { metadata, spec }: PersistentVolumeObject,
): { readonly affinity: NodeSelector | undefined } | { readonly error: string } {
  const labels = metadata?.labels ?? {};
  const required = spec?.nodeAffinity?.required;
  const handle = handleOf(plugin, spec ?? {}, labels);
  if ('error' in handle) return handle;
  return { affinity: plugin.zoneKey === undefined ? required : translatedZones(plugin.zoneKey, required, labels) };
}

/**
 * Zones of the affinity get the driver's key; where it has none, the zones of the volume's label are required instead.
 */
function translatedZones(
  zoneKey: string,
  required: NodeSelector | undefined,
  labels: Labels,
): NodeSelector | undefined {
  const beta = usesBeta(required, labels);
  const zoneLabel = beta ? BETA_ZONE : ZONE;
  const withZones =
    valuesOf(required, zoneLabel).length > 0
      ? renamed(required, zoneLabel, zoneKey)
      : withAdded(required, { key: zoneKey, operator: 'In', values: zonesOf(labels[zoneLabel] ?? '') });
  return beta && valuesOf(withZones, BETA_REGION).length > 0 ? renamed(withZones, BETA_REGION, REGION) : withZones;
}

/** The affinity's words go before the labels', the present ones before the old ones. */
function usesBeta(required: NodeSelector | undefined, labels: Labels): boolean {
  const keys = (required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) =>
    matchExpressions.map(({ key }) => key),
  );
  if (keys.includes(ZONE)) return false;
  if (keys.includes(BETA_ZONE)) return true;
  return labels[ZONE] === undefined && labels[BETA_ZONE] !== undefined;
}

function valuesOf(required: NodeSelector | undefined, key: string): readonly string[] {
  const expressions = (required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) => matchExpressions);
  return expressions.filter((expression) => expression.key === key).flatMap(({ values = [] }) => values);
}

function zonesOf(label: string): readonly string[] {
  return [
    ...new Set(
      label
        .split('__')
        .map((zone) => zone.trim())
        .filter((zone) => zone !== ''),
    ),
  ].sort();
}

function renamed(required: NodeSelector | undefined, from: string, to: string): NodeSelector {
  const rename = (expression: Requirement): Requirement =>
    expression.key === from ? { ...expression, key: to } : expression;
  return {
    nodeSelectorTerms: (required?.nodeSelectorTerms ?? []).map((term) => ({
      ...term,
      matchExpressions: (term.matchExpressions ?? []).map(rename),
    })),
  };
}

/** To every term: terms are alternatives. */
function withAdded(required: NodeSelector | undefined, requirement: Requirement): NodeSelector | undefined {
  if ((requirement.values ?? []).length === 0) return required;
  const terms = required?.nodeSelectorTerms ?? [];
  const extended = (terms.length === 0 ? [{}] : terms).map(
    (term: { readonly matchExpressions?: readonly Requirement[] }) => ({
      ...term,
      matchExpressions: [...(term.matchExpressions ?? []), requirement],
    }),
  );
  return { nodeSelectorTerms: extended };
}
