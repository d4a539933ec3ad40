import { defaultClaimSpec } from '../storage/index.js';
import type { FieldAsFile, Projection, SharedSources, Volume } from './volume-sources.js';

/**
 * A volume that names no source is an empty directory; files of secrets and their like are readable by all (0644).
 * // as API server v1.34 SetDefaults_Volume and those of its sources
 */
export function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source !== undefined) source.defaultMode ??= 0o644;
  }
  volume.downwardAPI?.items?.forEach(defaultField);
  volume.projected?.sources?.forEach(defaultProjection);
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
  if (claim !== undefined) defaultClaimSpec(claim);
  if (volume.image !== undefined) volume.image.pullPolicy ||= pullPolicyOf(volume.image.reference ?? '');
  defaultSource(volume);
}

/** What sources leave open, of volumes of pods and of persistent volumes. */
export function defaultSource({ hostPath, iscsi, rbd, azureDisk, scaleIO }: SharedSources): void {
  if (hostPath !== undefined) hostPath.type ??= '';
  if (iscsi !== undefined) iscsi.iscsiInterface ||= 'default';
  if (rbd !== undefined) {
    rbd.pool ||= 'rbd';
    rbd.user ||= 'admin';
    rbd.keyring ||= '/etc/ceph/keyring';
  }
  if (azureDisk !== undefined) {
    azureDisk.cachingMode ??= 'ReadWrite';
    azureDisk.kind ??= 'Shared';
    azureDisk.fsType ??= 'ext4';
    azureDisk.readOnly ??= false;
  }
  if (scaleIO !== undefined) {
    scaleIO.storageMode ||= 'ThinProvisioned';
    scaleIO.fsType ||= 'xfs';
  }
}

const AN_HOUR = 60 * 60;

function defaultProjection({ downwardAPI, serviceAccountToken }: Projection): void {
  downwardAPI?.items?.forEach(defaultField);
  if (serviceAccountToken !== undefined) serviceAccountToken.expirationSeconds ??= AN_HOUR;
}

function defaultField({ fieldRef }: FieldAsFile): void {
  if (fieldRef !== undefined) fieldRef.apiVersion ||= 'v1';
}

function pullPolicyOf(reference: string): string {
  const [image = '', digest] = reference.split('@');
  const name = image.slice(image.lastIndexOf('/') + 1);
  const named = name.includes(':') ? name.endsWith(':latest') : digest === undefined;
  return named ? 'Always' : 'IfNotPresent';
}
