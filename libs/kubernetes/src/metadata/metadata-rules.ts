import { dnsLabelProblems, prefixCheck, qualifiedNameProblems, type NameCheck } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { checkImmutable, checkLabels, checkName, checkNotNegative } from '../validation/index.js';
import type { KubernetesObject, ObjectMeta } from './metadata.js';

/** What the metadata of a kind must look like. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly name: NameCheck;
}

const ANNOTATIONS_BYTES = 256 * 1024;

/** The metadata of any object. // as apimachinery v1.34 ValidateObjectMeta */
export function checkMetadata({ metadata }: KubernetesObject, rules: MetadataRules, root: JudgedField): void {
  const at = root.child('metadata');
  const { name, generateName = '' } = metadata as Partial<ObjectMeta>;
  if (generateName !== '') checkName(generateName, prefixCheck(rules.name), at.child('generateName'));
  if (name === undefined || name === '') at.child('name').required('name or generateName is required');
  else checkName(name, rules.name, at.child('name'));
  checkNamespace(metadata.namespace ?? '', rules, at.child('namespace'));
  checkNotNegative(metadata.generation, at.child('generation'));
  checkLabels(metadata.labels, at.child('labels'));
  checkAnnotations(metadata.annotations, at.child('annotations'));
  checkOwners(metadata, at.child('ownerReferences'));
  metadata.finalizers?.forEach((finalizer) => checkName(finalizer, qualifiedNameProblems, at.child('finalizers')));
}

/** What may not change in metadata. // as apimachinery v1.34 ValidateObjectMetaUpdate */
export function checkMetadataUpdate(
  { metadata }: KubernetesObject,
  { metadata: before }: KubernetesObject,
  root: JudgedField,
): void {
  const at = root.child('metadata');
  for (const field of ['name', 'namespace', 'uid', 'creationTimestamp'] as const) {
    checkImmutable(metadata[field], before[field], at.child(field));
  }
  if ((metadata.generation ?? 0) < (before.generation ?? 0))
    at.child('generation').invalid(metadata.generation, 'must not be decremented');
}

function checkNamespace(namespace: string, { namespaced }: MetadataRules, path: JudgedField): void {
  if (!namespaced) {
    if (namespace !== '') path.forbidden('not allowed on this type');
  } else if (namespace === '') {
    path.required();
  } else {
    checkName(namespace, dnsLabelProblems, path);
  }
}

function checkAnnotations(annotations: Readonly<Record<string, string>> | undefined, path: JudgedField): void {
  if (annotations === undefined) return;
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    const complaints = qualifiedNameProblems(key.toLowerCase());
    for (const text of complaints) path.invalid(key, text);
    bytes += utf8Length(key) + utf8Length(value);
  }
  if (bytes > ANNOTATIONS_BYTES) path.tooLong(ANNOTATIONS_BYTES);
}

function checkOwners({ ownerReferences = [] }: ObjectMeta, path: JudgedField): void {
  ownerReferences.forEach((owner, index) => {
    const owned = path.index(index);
    const [group, version] = (owner.apiVersion ?? '').split('/');
    if ((version ?? group ?? '') === '')
      owned.child('apiVersion').invalid(owner.apiVersion ?? '', 'version must not be empty');
    for (const field of ['kind', 'name', 'uid'] as const) {
      if ((owner[field] ?? '') === '') owned.child(field).invalid(owner[field] ?? '', 'must not be empty');
    }
  });
  const controllers = ownerReferences.filter((owner) => owner.controller === true).map((owner) => owner.name ?? '');
  if (controllers.length > 1) {
    const names = `${controllers[0]} and ${controllers[1]}`;
    path.invalid(
      ownerReferences,
      `Only one reference can have Controller set to true. Found "true" in references for ${names}`,
    );
  }
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Three bytes for what is above 0x7ff, but a surrogate pair is four bytes in two units.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
