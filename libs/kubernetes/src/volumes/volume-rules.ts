import {
  checkName,
  dnsLabelProblems,
  dnsSubdomainProblems,
  isQuantityProblem,
  parseQuantity,
  type JudgedField,
} from '#apimachinery';
import { checkClaimTemplate } from '../storage/index.js';
import { checkDownwardFile, checkDriverName, checkFiles, checkMode, checkProjections } from './file-rules.js';
import { SHARED_SOURCES, type SourceRule } from './source-rules.js';
import type { Volume } from './volume-sources.js';

/**
 * The volumes of a pod, each well formed, names unique. Answers with those that nothing is wrong with, by name;
 * `pod` is the name of the pod, where it is no template.
 * // as API server v1.34 ValidateVolumes
 */
export function checkVolumes(
  given: readonly Volume[],
  pod: string | undefined,
  at: JudgedField,
): ReadonlyMap<string, Volume> {
  const sound = new Map<string, Volume>();
  const made = new Set(given.filter(({ ephemeral }) => ephemeral && pod).map(({ name = '' }) => `${pod}-${name}`));
  given.forEach((volume, index) => {
    const path = at.index(index);
    const { name = '', persistentVolumeClaim: claim } = volume;
    const before = at.problems.length;
    checkSource(volume, pod, path);
    if (name === '') path.child('name').required();
    else checkName(name, dnsLabelProblems, path.child('name'));
    if (sound.has(name)) path.child('name').duplicate(name);
    if (at.problems.length === before) sound.set(name, volume);
    if (claim !== undefined && made.has(claim.claimName ?? ''))
      path
        .child('persistentVolumeClaim')
        .child('claimName')
        .invalid(claim.claimName, 'must not reference a PVC that gets created for an ephemeral volume');
  });
  return sound;
}

type Sources = Omit<Volume, 'name'>;
type Rules = { readonly [Name in keyof Sources]-?: SourceRule<NonNullable<Sources[Name]>> };

/** Every source, in the order in which the second of two is one too many. */
const SOURCES: Rules = {
  emptyDir: ({ sizeLimit }, at) => {
    const limit = sizeLimit === undefined ? undefined : parseQuantity(sizeLimit);
    if (limit !== undefined && !isQuantityProblem(limit) && limit.unscaled < 0n)
      at.child('sizeLimit').forbidden('SizeLimit field must be a valid resource quantity');
  },
  hostPath: SHARED_SOURCES.hostPath,
  gitRepo: SHARED_SOURCES.gitRepo,
  gcePersistentDisk: SHARED_SOURCES.gcePersistentDisk,
  awsElasticBlockStore: SHARED_SOURCES.awsElasticBlockStore,
  secret: ({ secretName = '', defaultMode, items }, at) => {
    if (secretName === '') at.child('secretName').required();
    checkMode(defaultMode, at.child('defaultMode'));
    checkFiles(items, at.child('items'));
  },
  nfs: SHARED_SOURCES.nfs,
  iscsi: SHARED_SOURCES.iscsi,
  glusterfs: SHARED_SOURCES.glusterfs,
  flocker: SHARED_SOURCES.flocker,
  persistentVolumeClaim: ({ claimName = '' }, at) => {
    if (claimName === '') at.child('claimName').required();
  },
  rbd: SHARED_SOURCES.rbd,
  cinder: SHARED_SOURCES.cinder,
  cephfs: SHARED_SOURCES.cephfs,
  quobyte: SHARED_SOURCES.quobyte,
  downwardAPI: ({ defaultMode, items = [] }, at) => {
    checkMode(defaultMode, at.child('defaultMode'));
    for (const file of items) checkDownwardFile(file, at);
  },
  fc: SHARED_SOURCES.fc,
  flexVolume: SHARED_SOURCES.flexVolume,
  configMap: ({ name = '', defaultMode, items }, at) => {
    if (name === '') at.child('name').required();
    checkMode(defaultMode, at.child('defaultMode'));
    checkFiles(items, at.child('items'));
  },
  azureFile: SHARED_SOURCES.azureFile,
  vsphereVolume: SHARED_SOURCES.vsphereVolume,
  photonPersistentDisk: SHARED_SOURCES.photonPersistentDisk,
  portworxVolume: SHARED_SOURCES.portworxVolume,
  azureDisk: SHARED_SOURCES.azureDisk,
  storageos: SHARED_SOURCES.storageos,
  projected: ({ defaultMode, sources = [] }, at) => {
    checkMode(defaultMode, at.child('defaultMode'));
    checkProjections(sources, at);
  },
  scaleIO: SHARED_SOURCES.scaleIO,
  csi: ({ driver = '', nodePublishSecretRef: secret }, at) => {
    checkDriverName(driver, at.child('driver'));
    if (secret === undefined) return;
    if ((secret.name ?? '') === '') at.child('nodePublishSecretRef').child('name').required();
    else checkName(secret.name ?? '', dnsSubdomainProblems, at.child('name'));
  },
  ephemeral: ({ volumeClaimTemplate }, at) => {
    const path = at.child('volumeClaimTemplate');
    if (volumeClaimTemplate === undefined) path.required();
    else checkClaimTemplate(volumeClaimTemplate, path);
  },
  image: ({ reference = '', pullPolicy = '' }, at) => {
    if (reference === '') at.child('reference').required();
    if (!['Always', 'IfNotPresent', 'Never'].includes(pullPolicy))
      at.child('pullPolicy').notSupported(pullPolicy, ['Always', 'IfNotPresent', 'Never']);
  },
};

const SOURCE_NAMES = Object.keys(SOURCES) as readonly (keyof Sources)[];

/** Where upstream names a source by another name. */
const REPORTED_AS: Readonly<Record<string, readonly [judged: string, second: string]>> = {
  gcePersistentDisk: ['persistentDisk', 'gcePersistentDisk'],
  cephfs: ['cephfs', 'cephFS'],
  downwardAPI: ['downwardAPI', 'downwarAPI'],
};

function checkSource(volume: Volume, pod: string | undefined, at: JudgedField): void {
  let found = false;
  for (const name of SOURCE_NAMES) {
    const source = volume[name];
    if (source === undefined) continue;
    const [judged, second] = REPORTED_AS[name] ?? [name, name];
    if (found) at.child(second).forbidden('may not specify more than 1 volume type');
    else (SOURCES[name] as SourceRule<object>)(source, at.child(judged));
    found = true;
  }
  if (!found) at.required('must specify a volume type');
  checkNames(volume, pod, at);
}

/** Names that are made of that of the volume. */
function checkNames({ name = '', iscsi, ephemeral }: Volume, pod: string | undefined, at: JudgedField): void {
  if (iscsi?.initiatorName !== undefined && `${name}:${iscsi.targetPortal ?? ''}`.length > 64)
    at.child('name').invalid(name, TOO_LONG);
  if (ephemeral === undefined || pod === undefined || pod === '' || name === '') return;
  const claim = `${pod}-${name}`;
  for (const problem of dnsSubdomainProblems(claim))
    at.child('name').invalid(name, `PVC name ${JSON.stringify(claim)}: ${problem}`);
}

const TOO_LONG =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
