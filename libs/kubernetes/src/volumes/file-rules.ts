import { checkObjectField, checkResourceField } from '../containers/index.js';
import { checkDescendingPath, dnsSubdomainProblems, type JudgedField } from '#apimachinery';
import type { FieldAsFile, KeyAsFile, Projection } from './volume-sources.js';

/** Who may read and write files. */
export function checkMode(mode: number | undefined, at: JudgedField): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777))
    at.invalid(mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}

/** Keys as files. */
export function checkFiles(items: readonly KeyAsFile[] = [], at: JudgedField): void {
  items.forEach((item, index) => checkFile(item, at.index(index)));
}

function checkFile({ key = '', path = '', mode }: KeyAsFile, at: JudgedField): void {
  if (key === '') at.child('key').required();
  if (path === '') at.child('path').required();
  checkLocalPath(path, at.child('path'));
  checkMode(mode, at.child('mode'));
}

const OF_THE_POD: readonly string[] = ['annotations', 'labels', 'name', 'namespace', 'uid'].map(
  (field) => `metadata.${field}`,
);

/** Something of the pod as a file. All are reported at the volume, as upstream. */
export function checkDownwardFile(file: FieldAsFile, at: JudgedField): void {
  const { path = '', fieldRef, resourceFieldRef, mode } = file;
  if (path === '') at.child('path').required();
  checkLocalPath(path, at.child('path'));
  if (fieldRef !== undefined) {
    checkObjectField(fieldRef, OF_THE_POD, at.child('fieldRef'));
    if (resourceFieldRef !== undefined)
      at.invalid('resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
  } else if (resourceFieldRef !== undefined) {
    checkResourceField(resourceFieldRef, { named: true }, at.child('resourceFieldRef'));
  } else {
    at.required('one of fieldRef and resourceFieldRef is required');
  }
  checkMode(mode, at.child('mode'));
}

/** A path inside the volume. // as API server v1.34 ValidateLocalNonReservedPath */
function checkLocalPath(path: string, at: JudgedField): void {
  checkDescendingPath(path, at);
  if (path.startsWith('..') && !path.startsWith('../')) at.invalid(path, "must not start with '..'");
}

/** What a projected volume is made of, no path twice. // as API server v1.34 validateProjectionSources */
export function checkProjections(sources: readonly Projection[], at: JudgedField): void {
  const paths = new Set<string>();
  sources.forEach((source, index) => {
    const path = at.child('sources').index(index);
    for (const name of ['secret', 'configMap'] as const) {
      const named = source[name];
      if (named === undefined) continue;
      if ((named.name ?? '') === '') path.child(name).child('name').required();
      named.items?.forEach((item, position) => {
        checkFile(item, path.child(name).child('items').index(position));
        takePath(item.path, named.name ?? '', { paths, at });
      });
    }
    for (const file of source.downwardAPI?.items ?? []) {
      checkDownwardFile(file, path.child('downwardAPI'));
      takePath(file.path, file.path ?? '', { paths, at });
    }
    checkToken(source, { at, path });
    checkBundle(source, { at, path, paths });
    if (Object.keys(source).length > 1) path.forbidden('may not specify more than 1 volume type per source');
  });
}

interface Projected {
  readonly paths: Set<string>;
  readonly at: JudgedField;
}

function takePath(path: string | undefined, reported: string, { paths, at }: Projected): void {
  if (path === undefined || path === '') return;
  if (paths.has(path)) at.invalid(reported, 'conflicting duplicate paths');
  paths.add(path);
}

const LEAST_LIFE = 10 * 60;

function checkToken(
  { serviceAccountToken: token }: Projection,
  { at, path }: { readonly at: JudgedField; readonly path: JudgedField },
): void {
  if (token === undefined) return;
  const seconds = token.expirationSeconds ?? 0;
  const life = path.child('serviceAccountToken').child('expirationSeconds');
  if (seconds < LEAST_LIFE) life.invalid(seconds, 'may not specify a duration less than 10 minutes');
  if (seconds > 2 ** 32) life.invalid(seconds, 'may not specify a duration larger than 2^32 seconds');
  if ((token.path ?? '') === '') at.child('path').required();
  else checkLocalPath(token.path ?? '', at.child('path'));
}

function checkBundle(
  { clusterTrustBundle: bundle }: Projection,
  { at, path, paths }: Projected & { readonly path: JudgedField },
): void {
  if (bundle === undefined) return;
  const place = path.child('clusterTrustBundle');
  const { name, signerName, path: file = '' } = bundle;
  if (name !== undefined && signerName !== undefined)
    place.invalid(bundle, 'only one of name and signerName may be used');
  else if (name === '') place.child('name').required('must be a valid object name');
  else if (signerName === '') place.child('signerName').required('must be a valid signer name');
  else if (name === undefined && signerName === undefined)
    place.required('either name or signerName must be specified');
  if (name !== undefined && bundle.labelSelector !== undefined)
    place.child('labelSelector').invalid(bundle.labelSelector, 'labelSelector must be unset if name is specified');
  if (file === '') place.child('path').required();
  checkLocalPath(file, place.child('path'));
  takePath(file, file, { paths, at });
}

/** The name of a driver, in any case. // as API server v1.34 ValidateCSIDriverName */
export function checkDriverName(name: string, at: JudgedField): void {
  if (name === '') at.required();
  if (name.length > 63) at.tooLong(63);
  for (const problem of dnsSubdomainProblems(name.toLowerCase())) at.invalid(name, problem);
}
