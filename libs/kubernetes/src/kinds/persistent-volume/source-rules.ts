import { checkName, checkNoBacksteps, dnsLabelProblems, dnsSubdomainProblems, type JudgedField } from '#apimachinery';
import { checkDriverName, SHARED_SOURCES, type SourceRule } from '../../volumes/index.js';
import type { CsiSource, PersistentVolumeSpec } from './type.js';

/** Every source of a persistent volume, in the order in which the second of two is one too many. */
const SOURCES = [
  ...(['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'flocker', 'nfs', 'rbd'] as const),
  ...(['quobyte', 'cephfs', 'iscsi', 'cinder', 'fc', 'flexVolume', 'azureFile', 'vsphereVolume'] as const),
  ...(['photonPersistentDisk', 'portworxVolume', 'azureDisk', 'scaleIO', 'local', 'storageos', 'csi'] as const),
];

/** Sources that are judged alike in pods but for the namespaces that they name. */
type Own = 'local' | 'csi' | 'cinder' | 'storageos' | 'glusterfs';

const OWN: { readonly [Name in Own]: SourceRule<NonNullable<PersistentVolumeSpec[Name]>> } = {
  local: ({ path = '' }, at) => {
    if (path === '') at.child('path').required();
    else checkNoBacksteps(path, at.child('path'));
  },
  csi: checkCsi,
  cinder: (source, at) => {
    SHARED_SOURCES.cinder(source, at);
    checkSecretNamespace(source, at);
  },
  storageos: (source, at) => {
    SHARED_SOURCES.storageos(source, at);
    checkSecretNamespace(source, at);
  },
  glusterfs: (source, at) => {
    SHARED_SOURCES.glusterfs(source, at);
    const { endpointsNamespace: namespace } = source as { readonly endpointsNamespace?: string };
    const path = at.child('endpointsNamespace');
    if (namespace === '') path.invalid('', 'if the endpointnamespace is set, it must be a valid namespace name');
    else if (namespace !== undefined) checkName(namespace, dnsLabelProblems, path);
  },
};
const RULES = { ...SHARED_SOURCES, ...OWN } as Readonly<Record<string, SourceRule<object>>>;

/** Where upstream names a source by another name. */
const REPORTED_AS: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk', cephfs: 'cephfs' };

/** A volume is of one sort; a disk of a node says which node. // as API server v1.34 ValidatePersistentVolumeSpec */
export function checkVolumeSource(spec: PersistentVolumeSpec, name: string, at: JudgedField): void {
  let found = false;
  for (const source of SOURCES) {
    const value = spec[source];
    if (value === undefined) continue;
    if (found) at.child(source).forbidden('may not specify more than 1 volume type');
    else RULES[source]?.(value, at.child(REPORTED_AS[source] ?? source));
    found = true;
  }
  if (spec.local !== undefined && spec.nodeAffinity?.required === undefined)
    at.child('nodeAffinity').required('Local volume requires node affinity');
  const { initiatorName, targetPortal = '' } = spec.iscsi ?? {};
  if (initiatorName !== undefined && `${name}:${targetPortal}`.length > 64)
    at.child('iscsi').child('targetportal').invalid(targetPortal, TOO_LONG);
  if (!found) at.required('must specify a volume type');
}

const TOO_LONG =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';

/** What of a spec is its source. */
export function sourceOf(spec: PersistentVolumeSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SOURCES.filter((name) => spec[name] !== undefined).map((name) => [name, spec[name]]));
}

/** A secret of a persistent volume is in a namespace. */
function checkSecretNamespace({ secretRef }: { readonly secretRef?: { namespace?: string } }, at: JudgedField): void {
  if (secretRef !== undefined && (secretRef.namespace ?? '') === '')
    at.child('secretRef').child('namespace').required();
}

function checkCsi(source: CsiSource, at: JudgedField): void {
  checkDriverName(source.driver ?? '', at.child('driver'));
  if ((source.volumeHandle ?? '') === '') at.child('volumeHandle').required();
  for (const field of [
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ] as const) {
    const secret = source[field];
    if (secret === undefined) continue;
    const path = at.child(field);
    checkReference(secret.name, dnsSubdomainProblems, path.child('name'));
    checkReference(secret.namespace, dnsLabelProblems, path.child('namespace'));
  }
}

function checkReference(name = '', check: typeof dnsLabelProblems, at: JudgedField): void {
  if (name === '') at.required();
  else checkName(name, check, at);
}
