import { ownField } from '#json';
import { checkDescendingPath, checkName, checkNoBacksteps, dnsLabelProblems, type JudgedField } from '#apimachinery';
import type { AzureDisk, Iscsi, SharedSources, Volume } from './volume-sources.js';

/** Judges a source of a volume. */
export type SourceRule<T> = (source: T, at: JudgedField) => void;

type Judged = SharedSources & Pick<Volume, 'gitRepo'>;

/** Sources of volumes of pods, and where they are judged alike, of persistent volumes. */
export const SHARED_SOURCES: { readonly [Name in keyof Judged]-?: SourceRule<NonNullable<Judged[Name]>> } = {
  hostPath: ({ path = '', type }, at) => {
    if (path === '') {
      at.child('path').required();
      return;
    }
    checkNoBacksteps(path, at.child('path'));
    if (type !== undefined && !HOST_PATHS.includes(type)) at.child('type').notSupported(type, HOST_PATHS);
  },
  gitRepo: ({ repository = '', directory = '' }, at) => {
    if (repository === '') at.child('repository').required();
    checkDescendingPath(directory, at.child('directory'));
  },
  gcePersistentDisk: ({ pdName = '', partition }, at) => {
    if (pdName === '') at.child('pdName').required();
    checkPartition(partition, at);
  },
  awsElasticBlockStore: ({ volumeID = '', partition }, at) => {
    if (volumeID === '') at.child('volumeID').required();
    checkPartition(partition, at);
  },
  nfs: ({ server = '', path = '' }, at) => {
    if (server === '') at.child('server').required();
    if (path === '') at.child('path').required();
    if (!path.startsWith('/')) at.child('path').invalid(path, 'must be an absolute path');
  },
  iscsi: checkIscsi,
  glusterfs: (source, at) => checkNamed(source, ['endpoints', 'path'], at),
  flocker: ({ datasetName = '', datasetUUID = '' }, at) => {
    if (datasetName === '' && datasetUUID === '') at.required('one of datasetName and datasetUUID is required');
    if (datasetName !== '' && datasetUUID !== '')
      at.invalid('resource', 'datasetName and datasetUUID can not be specified simultaneously');
    if (datasetName.includes('/')) at.child('datasetName').invalid(datasetName, "must not contain '/'");
  },
  rbd: ({ monitors = [], image = '' }, at) => {
    if (monitors.length === 0) at.child('monitors').required();
    if (image === '') at.child('image').required();
  },
  cinder: ({ volumeID = '', secretRef }, at) => {
    if (volumeID === '') at.child('volumeID').required();
    if (secretRef !== undefined) checkNamed(secretRef, ['name'], at.child('secretRef'));
  },
  cephfs: ({ monitors = [] }, at) => {
    if (monitors.length === 0) at.child('monitors').required();
  },
  quobyte: checkQuobyte,
  fc: checkFibreChannel,
  flexVolume: ({ driver = '', options = {} }, at) => {
    if (driver === '') at.child('driver').required();
    for (const key of Object.keys(options)) {
      const [namespace = ''] = key.split('/', 1);
      if (/\.(kubernetes|k8s)\.io$/i.test(`.${namespace}`))
        at.child('options').key(key).invalid(key, 'kubernetes.io and k8s.io namespaces are reserved');
    }
  },
  azureFile: (source, at) => {
    checkNamed(source, ['secretName', 'shareName'], at);
    if (source.secretNamespace === '') at.child('secretNamespace').required();
  },
  vsphereVolume: (source, at) => checkNamed(source, ['volumePath'], at),
  photonPersistentDisk: (source, at) => checkNamed(source, ['pdID'], at),
  portworxVolume: (source, at) => checkNamed(source, ['volumeID'], at),
  azureDisk: checkAzureDisk,
  storageos: ({ volumeName = '', volumeNamespace = '', secretRef }, at) => {
    if (volumeName === '') at.child('volumeName').required();
    else checkName(volumeName, dnsLabelProblems, at.child('volumeName'));
    if (volumeNamespace !== '') checkName(volumeNamespace, dnsLabelProblems, at.child('volumeNamespace'));
    if (secretRef !== undefined) checkNamed(secretRef, ['name'], at.child('secretRef'));
  },
  scaleIO: (source, at) => checkNamed(source, ['gateway', 'system', 'volumeName'], at),
};

const HOST_PATHS: readonly string[] = [
  ...['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
];

/** Texts that must be there. */
function checkNamed<T extends object>(source: T, fields: readonly (keyof T & string)[], at: JudgedField): void {
  for (const field of fields) if ((source[field] ?? '') === '') at.child(field).required();
}

function checkPartition(partition = 0, at: JudgedField): void {
  if (partition < 0 || partition > 255)
    at.child('partition').invalid(partition, 'must be between 1 and 255, inclusive');
}

const QUALIFIED_NAMES: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9-.]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{32}$/,
};

function checkIscsi(source: Iscsi, at: JudgedField): void {
  const { targetPortal = '', iqn = '', lun = 0, initiatorName } = source;
  if (targetPortal === '') at.child('targetPortal').required();
  if (iqn === '') at.child('iqn').required();
  else checkQualifiedName(iqn, at.child('iqn'));
  if (lun < 0 || lun > 255) at.child('lun').invalid(lun, 'must be between 0 and 255, inclusive');
  const authenticates = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (authenticates && source.secretRef === undefined) at.child('secretRef').required();
  if (initiatorName !== undefined) checkQualifiedName(initiatorName, at.child('initiatorname'));
}

function checkQualifiedName(name: string, at: JudgedField): void {
  const form = ownField(QUALIFIED_NAMES, name.slice(0, 3));
  if (form === undefined) at.invalid(name, 'must be valid format starting with iqn, eui, or naa');
  else if (!form.test(name)) at.invalid(name, 'must be valid format');
}

function checkQuobyte(
  { registry = '', volume = '', tenant = '' }: NonNullable<Judged['quobyte']>,
  at: JudgedField,
): void {
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry === '') at.child('registry').required(pairs);
  else if (tenant.length >= 65)
    at.child('tenant').required('must be a UUID and may not exceed a length of 64 characters');
  else
    for (const pair of registry.split(','))
      if (!/^(\[[^\]]*\]|[^:[\]]*):[^:]*$/.test(pair)) at.child('registry').invalid(registry, pairs);
  if (volume === '') at.child('volume').required();
}

function checkFibreChannel({ targetWWNs = [], lun, wwids = [] }: NonNullable<Judged['fc']>, at: JudgedField): void {
  const path = at.child('targetWWNs');
  if (targetWWNs.length === 0 && wwids.length === 0)
    path.required('must specify either targetWWNs or wwids, but not both');
  if (targetWWNs.length === 0) return;
  if (wwids.length > 0) path.invalid(targetWWNs, 'targetWWNs and wwids can not be specified simultaneously');
  if (lun === undefined) at.child('lun').required('lun is required if targetWWNs is specified');
  else if (lun < 0 || lun > 255) at.child('lun').invalid(lun, 'must be between 0 and 255, inclusive');
}

const CACHING_MODES: readonly string[] = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS: readonly string[] = ['Dedicated', 'Managed', 'Shared'];
const MANAGED = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function checkAzureDisk({ diskName = '', diskURI = '', cachingMode, kind }: AzureDisk, at: JudgedField): void {
  if (diskName === '') at.child('diskName').required();
  if (diskURI === '') at.child('diskURI').required();
  if (cachingMode !== undefined && !CACHING_MODES.includes(cachingMode))
    at.child('cachingMode').notSupported(cachingMode, CACHING_MODES);
  if (kind === undefined) return;
  if (!DISK_KINDS.includes(kind)) at.child('kind').notSupported(kind, DISK_KINDS);
  const managed = kind === 'Managed';
  if (managed && !diskURI.startsWith('/subscriptions/')) at.child('diskURI').notSupported(diskURI, [MANAGED]);
  if (!managed && !diskURI.startsWith('https://')) at.child('diskURI').notSupported(diskURI, [BLOB]);
}
