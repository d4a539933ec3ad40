import { ownField } from '#json';
import type { FieldPath } from '#apimachinery';
import type { Projection, Volume } from '#kubernetes';
import { claimSpecWarnings } from './amount-warnings.js';

/** Sources that Kubernetes has given up, in the order in which it tells of them: of volumes of pods, and of others. */
const OLD_SOURCES = {
  Pod: {
    photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
    gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
    scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
    flocker: 'deprecated in v1.22, non-functional in v1.25+',
    storageos: 'deprecated in v1.22, non-functional in v1.25+',
    quobyte: 'deprecated in v1.22, non-functional in v1.25+',
    glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
    cephfs: 'deprecated in v1.28, non-functional in v1.31+',
    rbd: 'deprecated in v1.28, non-functional in v1.31+',
  },
  PersistentVolume: {
    cephfs: 'deprecated in v1.28, non-functional in v1.31+',
    photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
    scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
    storageos: 'deprecated in v1.22, non-functional in v1.25+',
    glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
    rbd: 'deprecated in v1.28, non-functional in v1.31+',
  },
} as const;

/** Storage OS is reported under the name of its Go field. */
const REPORTED_AS: Readonly<Record<string, string>> = { storageos: 'storageOS' };

export function sourceWarnings(volume: object, at: FieldPath, kind: keyof typeof OLD_SOURCES): string[] {
  return Object.entries(OLD_SOURCES[kind]).flatMap(([source, message]) =>
    Object.hasOwn(volume, source)
      ? [`${at.child(ownField(REPORTED_AS, source) ?? source).toString()}: ${message}`]
      : [],
  );
}

/** What is odd about the volumes of a pod. `at`: the list. */
export function volumesWarnings(volumes: readonly Volume[], at: FieldPath): string[] {
  return [
    ...volumes.flatMap((volume, index) => [
      ...sourceWarnings(volume, at.index(index), 'Pod'),
      ...ephemeralWarnings(volume, at.index(index)),
    ]),
    ...volumes.flatMap(overlapWarnings),
  ];
}

function ephemeralWarnings({ ephemeral }: Volume, at: FieldPath): string[] {
  const spec = ephemeral?.volumeClaimTemplate?.spec;
  const path = at.child('ephemeral').child('volumeClaimTemplate').child('spec');
  return spec === undefined ? [] : claimSpecWarnings(spec, path);
}

/** A file of a volume: its path, and of a projected volume the source that it is of. */
interface PlacedFile {
  readonly path: string;
  readonly source: string;
}

/** Files of a volume that hide each other. // as API server v1.34 warningsForOverlappingVirtualPaths */
function overlapWarnings({ name, configMap, secret, downwardAPI, projected }: Volume): string[] {
  const what = `volume ${quoted(name)}`;
  return [
    ...overlaps(filesOf(configMap), `${what} (ConfigMap ${quoted(configMap?.name)})`),
    ...overlaps(filesOf(secret), `${what} (Secret ${quoted(secret?.secretName)})`),
    ...overlaps(filesOf(downwardAPI), `${what} (DownwardAPI)`),
    ...(projected?.sources ?? []).flatMap((source) =>
      Object.keys(source).length === 0 ? [`${what} (Projected) has no sources provided`] : [],
    ),
    ...overlaps((projected?.sources ?? []).flatMap(projectedFiles), `${what} (Projected)`),
  ];
}

function projectedFiles(source: Projection): PlacedFile[] {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = source;
  if (configMap?.items) return filesOf(configMap, `ConfigMap ${quoted(configMap.name)}`);
  if (secret?.items) return filesOf(secret, `Secret ${quoted(secret.name)}`);
  if (downwardAPI?.items) return filesOf(downwardAPI, 'DownwardAPI');
  if (token) return filesOf({ items: [token] }, 'ServiceAccountToken');
  if (bundle) return filesOf({ items: [bundle] }, `ClusterTrustBundle ${quoted(bundle.name ?? bundle.signerName)}`);
  return [];
}

function filesOf(
  volume: { readonly items?: readonly { readonly path?: string }[] } | undefined,
  source = '',
): PlacedFile[] {
  return (volume?.items ?? []).map(({ path = '' }) => ({ path: path.replace(/\/+$/, ''), source }));
}

/** Every file with each before it that it hides, or that is below it. */
function overlaps(files: readonly PlacedFile[], what: string): string[] {
  return files.flatMap((file, index) =>
    files
      .slice(0, index)
      .filter((other) => overlap(file.path, other.path))
      .map((other) => `${what}: overlapping paths: ${shownFile(file)} with ${shownFile(other)}`),
  );
}

function overlap(path: string, other: string): boolean {
  if (path === '' || other === '') return false;
  return `${other}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other}/`);
}

function shownFile({ path, source }: PlacedFile): string {
  return source === '' ? quoted(path) : `${quoted(path)} (${source})`;
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
