import { ownField } from '#json';
import type { FieldPath } from '../problems/index.js';
import type { Projection, Volume } from '../volumes/index.js';
import { claimSpecWarnings } from './amount-warnings.js';

/** Sources that Kubernetes has given up, in the order in which it tells of them: of volumes of pods, and of others. */
const OLD_SOURCES = {
  Pod: {
    photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
    gitRepo: 'deprecated in v1.11',
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
    rbd: 'deprecated in v1.28, non-functional in v1.31+',
    scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
    storageos: 'deprecated in v1.22, non-functional in v1.25+',
    glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  },
} as const;

/** Storage OS is reported under the name of its Go field. */
const TOLD_AS: Readonly<Record<string, string>> = { storageos: 'storageOS' };

export function sourceWarnings(volume: object, at: FieldPath, kind: keyof typeof OLD_SOURCES): string[] {
  return Object.entries(OLD_SOURCES[kind]).flatMap(([source, message]) =>
    Object.hasOwn(volume, source) ? [`${at.child(ownField(TOLD_AS, source) ?? source).toString()}: ${message}`] : [],
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
    ...tokenPathWarnings(volumes, at),
  ];
}

function ephemeralWarnings({ ephemeral }: Volume, at: FieldPath): string[] {
  const spec = ephemeral?.volumeClaimTemplate?.spec;
  const path = at.child('ephemeral').child('volumeClaimTemplate').child('spec');
  return spec === undefined ? [] : claimSpecWarnings(spec, path);
}

/** Files of a volume that hide each other. // as API server v1.34 warningsForOverlappingVirtualPaths */
function overlapWarnings({ name, configMap, secret, downwardAPI, projected }: Volume): string[] {
  const what = `volume ${quoted(name)}`;
  return [
    ...overlaps(pathsOf(configMap), `${what} (ConfigMap ${quoted(configMap?.name)})`),
    ...overlaps(pathsOf(secret), `${what} (Secret ${quoted(secret?.secretName)})`),
    ...overlaps(pathsOf(downwardAPI), `${what} (DownwardAPI)`),
    ...projectedOverlaps(projected?.sources ?? [], what),
  ];
}

/** Each source is looked at by itself, and then with all that stand before it. */
function projectedOverlaps(sources: readonly Projection[], what: string): string[] {
  const warnings: string[] = [];
  const before = new Set<string>();
  // What says no paths of its own is looked at as the one before it: so the API server has it.
  let [paths, told]: [readonly string[], string] = [[], ''];
  for (const source of sources) {
    if (Object.keys(source).length === 0) {
      warnings.push(`${what} (Projected) has no sources provided`);
      continue;
    }
    const found = projectedPaths(source);
    if (found !== undefined) [paths, told] = [found.paths, `${what} (Projected ${found.told})`];
    if (paths.length === 0) continue;
    const own = [...new Set(paths)];
    warnings.push(...overlaps(paths, told), ...overlaps([...own, ...before].sort(), told));
    for (const path of own) before.add(path);
  }
  return warnings;
}

function projectedPaths(source: Projection): { readonly paths: readonly string[]; readonly told: string } | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = source;
  if (configMap?.items) return { paths: pathsOf(configMap), told: `ConfigMap ${quoted(configMap.name)}` };
  if (secret?.items) return { paths: pathsOf(secret), told: `Secret ${quoted(secret.name)}` };
  if (downwardAPI?.items) return { paths: pathsOf(downwardAPI), told: 'DownwardAPI' };
  if (token) return { paths: [token.path ?? ''], told: 'ServiceAccountToken' };
  if (bundle)
    return { paths: [bundle.path ?? ''], told: `ClusterTrustBundle ${quoted(bundle.name ?? bundle.signerName)}` };
  return undefined;
}

function pathsOf(source: { readonly items?: readonly { readonly path?: string }[] } | undefined): string[] {
  return (source?.items ?? []).map(({ path = '' }) => path);
}

function overlaps(paths: readonly string[], what: string): string[] {
  const before = new Set<string>();
  return paths.flatMap((given) => {
    const path = given.replace(/\/+$/, '');
    const other = overlapping(before, path);
    before.add(path);
    return other === '' ? [] : [`${what}: overlapping paths: ${quoted(path)} with ${quoted(other)}`];
  });
}

function overlapping(paths: ReadonlySet<string>, path: string): string {
  for (const one of paths) {
    if (one === '' || path === '') return '';
    if (`${one}/`.startsWith(path) || `${path}/`.startsWith(one)) return one;
  }
  return '';
}

/** Files that hide the token of a service account. */
function tokenPathWarnings(volumes: readonly Volume[], at: FieldPath): string[] {
  const sources = volumes.flatMap(({ projected }, index) =>
    (projected?.sources ?? []).map((source) => ({ source, path: at.index(index).child('projected').child('sources') })),
  );
  const tokens = new Set(sources.flatMap(({ source }) => source.serviceAccountToken?.path ?? []));
  if (tokens.size === 0) return [];
  const told = (field: FieldPath, path: string): string[] =>
    tokens.has(path) ? [`${field.toString()}: has duplicated path with ServiceAccountToken ${quoted(path)}`] : [];
  return sources.flatMap(({ source, path }) => [
    ...pathsOf(source.configMap).flatMap((one, index) => told(path.child('configMap').index(index), one)),
    ...pathsOf(source.secret).flatMap((one, index) => told(path.child('secrets').index(index), one)),
    ...pathsOf(source.downwardAPI).flatMap((one, index) => told(path.child('downwardAPI').index(index), one)),
    ...told(path.child('ClusterTrustBundle'), source.clusterTrustBundle?.path ?? ''),
  ]);
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
