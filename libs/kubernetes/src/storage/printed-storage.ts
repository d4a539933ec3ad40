/** How tables shorten access modes, in this order. // as core/v1/helper GetAccessModesAsString */
const ACCESS_MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Access modes as tables print them, each once: `RWO,ROX`. */
export function accessModesText(modes: readonly string[] | undefined): string {
  return ACCESS_MODES.filter(([mode]) => modes?.includes(mode) === true)
    .map(([, short]) => short)
    .join(',');
}

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** The class of a claim or volume: an annotation of old, or the field. // as helper GetPersistentVolumeClass */
export function storageClassText(
  annotations: Readonly<Record<string, string>> | undefined,
  storageClassName: string | undefined,
): string {
  return annotations?.[CLASS_ANNOTATION] ?? storageClassName ?? '';
}
