import type { MigratedSources } from '../../objects/index.js';

/** A kind of disk of which a node takes only so many. */
export interface LimitedDisk {
  /** The plugin that counts them. */
  readonly plugin: string;
  /** The allocatable resource that says how many a node takes. */
  readonly resource: string;
  /** How many a node takes that does not say. */
  readonly most: (instanceType: string) => number;
  /** What makes two volumes one, or null for a volume of another kind. */
  readonly idOf: (volume: MigratedSources) => string | null;
  /** Storage classes of this provisioner make them. */
  readonly provisioner: string;
}

/**
 * EC2 instances on Nitro hold fewer. As kube-scheduler v1.20 EBSNitroLimitRegex, which looks for t3 and z1d anywhere.
 */
const NITRO = /^[cmr]5.*|t3|z1d/;

export const EBS: LimitedDisk = {
  plugin: 'EBSLimits',
  resource: 'attachable-volumes-aws-ebs',
  most: (instanceType) => (NITRO.test(instanceType) ? 25 : 39),
  idOf: ({ awsElasticBlockStore: disk }) => (disk ? (disk.volumeID ?? '') : null),
  provisioner: 'kubernetes.io/aws-ebs',
};

export const GCE_PD: LimitedDisk = {
  plugin: 'GCEPDLimits',
  resource: 'attachable-volumes-gce-pd',
  most: () => 16,
  idOf: ({ gcePersistentDisk: disk }) => (disk ? (disk.pdName ?? '') : null),
  provisioner: 'kubernetes.io/gce-pd',
};

export const AZURE_DISK: LimitedDisk = {
  plugin: 'AzureDiskLimits',
  resource: 'attachable-volumes-azure-disk',
  most: () => 16,
  idOf: ({ azureDisk: disk }) => (disk ? (disk.diskName ?? '') : null),
  provisioner: 'kubernetes.io/azure-disk',
};

export const CINDER: LimitedDisk = {
  plugin: 'CinderLimits',
  resource: 'attachable-volumes-cinder',
  most: () => 256,
  idOf: ({ cinder: disk }) => (disk ? (disk.volumeID ?? '') : null),
  provisioner: 'kubernetes.io/cinder',
};
