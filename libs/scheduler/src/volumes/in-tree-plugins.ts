import type { MigratedSources } from '../objects/index.js';
import type { CsiNode } from './storage-objects.js';

/** A field of a pod's volume or of a PersistentVolume. */
export type MigratedSource = keyof MigratedSources;

/** A volume plugin that lived in Kubernetes itself, and the CSI driver that took it over. */
export interface InTreePlugin {
  readonly name: string;
  readonly source: MigratedSource;
  readonly driver: string;
  /** The driver's topology label, where translation rewrites zones to it. */
  readonly topologyKey?: string;
  /**
   * Whether migration is on in kube-scheduler v1.34: `always` where it is locked on, `perNode` where besides the
   * CSINode must say so, `never` where the scheduler does not know of it. Taken from nodevolumelimits isCSIMigrationOn.
   */
  readonly counted: 'always' | 'perNode' | 'never';
}

const IN_TREE_PLUGINS: readonly InTreePlugin[] = [
  {
    name: 'kubernetes.io/gce-pd',
    source: 'gcePersistentDisk',
    driver: 'pd.csi.storage.gke.io',
    topologyKey: 'topology.gke.io/zone',
    counted: 'always',
  },
  {
    name: 'kubernetes.io/aws-ebs',
    source: 'awsElasticBlockStore',
    driver: 'ebs.csi.aws.com',
    topologyKey: 'topology.ebs.csi.aws.com/zone',
    counted: 'always',
  },
  {
    name: 'kubernetes.io/cinder',
    source: 'cinder',
    driver: 'cinder.csi.openstack.org',
    topologyKey: 'topology.cinder.csi.openstack.org/zone',
    counted: 'always',
  },
  { name: 'kubernetes.io/azure-disk', source: 'azureDisk', driver: 'disk.csi.azure.com', counted: 'always' },
  { name: 'kubernetes.io/azure-file', source: 'azureFile', driver: 'file.csi.azure.com', counted: 'never' },
  { name: 'kubernetes.io/vsphere-volume', source: 'vsphereVolume', driver: 'csi.vsphere.vmware.com', counted: 'never' },
  { name: 'kubernetes.io/portworx-volume', source: 'portworxVolume', driver: 'pxd.portworx.com', counted: 'perNode' },
];

/** Comma-separated names of the in-tree plugins that CSI drivers serve on the node. */
const MIGRATED_PLUGINS = 'storage.alpha.kubernetes.io/migrated-plugins';

/** The in-tree plugin of a volume of a pod, or of a PersistentVolume's spec; undefined for all other volumes. */
export function inTreePluginOf(volume: MigratedSources): InTreePlugin | undefined {
  return IN_TREE_PLUGINS.find(({ source }) => volume[source]);
}

/** The in-tree plugin that a storage class names as its provisioner. */
export function inTreePluginNamed(provisioner: string): InTreePlugin | undefined {
  return IN_TREE_PLUGINS.find(({ name }) => name === provisioner);
}

/**
 * Whether volumes of the plugin count as volumes of its CSI driver on a node. As kube-scheduler v1.34
 * nodevolumelimits isCSIMigrationOn.
 */
export function countsAsCsi({ name, counted }: InTreePlugin, csiNode: CsiNode | undefined): boolean {
  if (csiNode === undefined) return false;
  return counted === 'always' || (counted === 'perNode' && isMigrated(name, csiNode));
}

/**
 * Whether the topology of the plugin's volumes is the CSI driver's on a node. As kube-scheduler v1.34
 * volumebinding tryTranslatePVToCSI.
 */
export function reachesAsCsi({ name, counted }: InTreePlugin, csiNode: CsiNode | undefined): boolean {
  return counted !== 'never' && csiNode !== undefined && isMigrated(name, csiNode);
}

function isMigrated(plugin: string, { metadata }: CsiNode): boolean {
  return (metadata?.annotations?.[MIGRATED_PLUGINS] ?? '').split(',').includes(plugin);
}
