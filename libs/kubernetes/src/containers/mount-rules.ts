import { checkDescendingPath, hasBacksteps, type JudgedField } from '#apimachinery';
import type { Container, VolumeMount } from './container.js';

/** A volume of the pod, as far as mounts look at it. */
export interface MountedVolume {
  readonly persistentVolumeClaim?: object;
  readonly ephemeral?: object;
  readonly image?: object;
}

/** The volumes of the pod that nothing is wrong with, by name. */
export type MountedVolumes = ReadonlyMap<string, MountedVolume>;

/** Where volumes are in a container. // as API server v1.34 ValidateVolumeMounts */
export function checkMounts(container: Container, volumes: MountedVolumes, at: JudgedField): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const places = new Set<string>();
  const devices = new Map(volumeDevices.map(({ name = '', devicePath = '' }) => [name, devicePath]));
  volumeMounts.forEach((mount, index) => {
    const { name = '', mountPath = '' } = mount;
    const path = at.index(index);
    if (name === '') path.child('name').required();
    if (!volumes.has(name)) path.child('name').notFound(name);
    if (mountPath === '') path.child('mountPath').required();
    if (places.has(mountPath)) path.child('mountPath').invalid(mountPath, 'must be unique');
    places.add(mountPath);
    if (devices.has(name)) path.child('name').invalid(name, 'must not already exist in volumeDevices');
    if ([...devices.values()].includes(mountPath))
      path.child('mountPath').invalid(mountPath, 'must not already exist as a path in volumeDevices');
    checkSubPaths(mount, volumes.get(name)?.image !== undefined, { at, path });
    checkPropagation(mount, container, at);
    checkReadOnly(mount, at.child('recursiveReadOnly'));
  });
}

function checkSubPaths(
  { subPath = '', subPathExpr = '' }: VolumeMount,
  ofImage: boolean,
  { at, path }: { readonly at: JudgedField; readonly path: JudgedField },
): void {
  const inImage = 'not allowed in image volume sources';
  if (ofImage && subPath !== '') path.child('subPath').invalid(subPath, inImage);
  if (ofImage && subPathExpr !== '') path.child('subPathExpr').invalid(subPathExpr, inImage);
  // The paths have no index, as upstream.
  if (subPath !== '') checkDescendingPath(subPath, at.child('subPath'));
  if (subPathExpr === '') return;
  if (subPath !== '') path.child('subPathExpr').invalid(subPathExpr, 'subPathExpr and subPath are mutually exclusive');
  checkDescendingPath(subPathExpr, at.child('subPathExpr'));
}

const PROPAGATIONS: readonly string[] = ['Bidirectional', 'HostToContainer', 'None'];

function checkPropagation({ mountPropagation }: VolumeMount, { securityContext }: Container, at: JudgedField): void {
  if (mountPropagation === undefined) return;
  const path = at.child('mountPropagation');
  if (!PROPAGATIONS.includes(mountPropagation)) path.notSupported(mountPropagation, PROPAGATIONS);
  if (mountPropagation === 'Bidirectional' && securityContext?.privileged !== true)
    path.forbidden('Bidirectional mount propagation is available only to privileged containers');
}

function checkReadOnly({ recursiveReadOnly, readOnly, mountPropagation }: VolumeMount, at: JudgedField): void {
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') {
    at.notSupported(recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible']);
    return;
  }
  if (readOnly !== true) at.forbidden('may only be specified when readOnly is true');
  if (mountPropagation !== undefined && mountPropagation !== 'None')
    at.forbidden('may only be specified when mountPropagation is None or not specified');
}

/** Volumes that a container has as devices. // as API server v1.34 ValidateVolumeDevices */
export function checkDevices(container: Container, volumes: MountedVolumes, at: JudgedField): void {
  const names = new Set<string>();
  const places = new Set<string>();
  const mounts = new Map((container.volumeMounts ?? []).map(({ name = '', mountPath = '' }) => [name, mountPath]));
  (container.volumeDevices ?? []).forEach(({ name = '', devicePath = '' }, index) => {
    const path = at.index(index);
    const [ofName, ofPlace] = [path.child('name'), path.child('devicePath')];
    const volume = volumes.get(name);
    if (name === '') ofName.required();
    if (names.has(name)) ofName.invalid(name, 'must be unique');
    if (volume === undefined) ofName.notFound(name);
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined)
      ofName.invalid(name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
    if (devicePath === '') ofPlace.required();
    if (places.has(devicePath)) ofPlace.invalid(devicePath, 'must be unique');
    if (hasBacksteps(devicePath)) ofPlace.invalid(devicePath, "can not contain backsteps ('..')");
    else places.add(devicePath);
    if (mounts.has(name)) ofName.invalid(name, 'must not already exist in volumeMounts');
    if ([...mounts.values()].includes(devicePath))
      ofPlace.invalid(devicePath, 'must not already exist as a path in volumeMounts');
    if (name !== '') names.add(name);
  });
}
