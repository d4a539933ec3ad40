import { anyObject, flag, int32, list, object, quantity, text } from '../decoding/index.js';
import { metadata, type ObjectMeta } from '../metadata/index.js';
import { dnsLabelProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { checkName } from '../validation/index.js';

/** core/v1 Volume: the sources that decide where a pod fits, and those whose defaults are filled in. */
export interface Volume {
  name?: string;
  persistentVolumeClaim?: { claimName?: string; readOnly?: boolean };
  ephemeral?: { volumeClaimTemplate?: { metadata?: Partial<ObjectMeta>; spec?: object } };
  gcePersistentDisk?: { pdName?: string; readOnly?: boolean };
  awsElasticBlockStore?: { volumeID?: string; readOnly?: boolean };
  iscsi?: { targetPortal?: string; iqn?: string; lun?: number; readOnly?: boolean };
  rbd?: { monitors?: string[]; image?: string; pool?: string; readOnly?: boolean };
  csi?: { driver?: string; readOnly?: boolean };
  emptyDir?: { medium?: string; sizeLimit?: string | number };
  secret?: { secretName?: string; defaultMode?: number };
  configMap?: { name?: string; defaultMode?: number };
  downwardAPI?: { defaultMode?: number };
  projected?: { defaultMode?: number };
  hostPath?: { path?: string; type?: string };
}

const volume = object<Volume>({
  name: text,
  persistentVolumeClaim: object({ claimName: text, readOnly: flag }),
  ephemeral: object({ volumeClaimTemplate: object({ metadata, spec: anyObject }) }),
  gcePersistentDisk: object({ pdName: text, readOnly: flag }),
  awsElasticBlockStore: object({ volumeID: text, readOnly: flag }),
  iscsi: object({ targetPortal: text, iqn: text, lun: int32, readOnly: flag }),
  rbd: object({ monitors: list(text), image: text, pool: text, readOnly: flag }),
  csi: object({ driver: text, readOnly: flag }),
  emptyDir: object({ medium: text, sizeLimit: quantity }),
  secret: object({ secretName: text, defaultMode: int32 }),
  configMap: object({ name: text, defaultMode: int32 }),
  downwardAPI: object({ defaultMode: int32 }),
  projected: object({ defaultMode: int32 }),
  hostPath: object({ path: text, type: text }),
});

/** The volumes of a pod. */
export const volumes = list(volume, { mergeKey: 'name' });

/** A volume that names no source is an empty directory; files of secrets and their like are readable by all (0644). */
export function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source !== undefined) source.defaultMode ??= 0o644;
  }
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
}

/** The volumes of a pod, each well formed, names unique. */
export function checkVolumes(given: readonly Volume[], at: JudgedField): void {
  const names = new Set<string>();
  given.forEach((volume, index) => {
    const path = at.index(index);
    const name = volume.name ?? '';
    if (name === '') path.child('name').required();
    else checkName(name, dnsLabelProblems, path.child('name'));
    if (name !== '' && names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    const claim = volume.persistentVolumeClaim;
    if (claim !== undefined && (claim.claimName ?? '') === '')
      path.child('persistentVolumeClaim').child('claimName').required();
    if (volume.ephemeral !== undefined && volume.ephemeral.volumeClaimTemplate === undefined) {
      path.child('ephemeral').child('volumeClaimTemplate').required();
    }
  });
}
