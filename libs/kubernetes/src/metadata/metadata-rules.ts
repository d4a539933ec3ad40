import {
  checkImmutable,
  checkLabels,
  checkName,
  checkNotNegative,
  dnsLabelProblems,
  prefixCheck,
  qualifiedNameProblems,
  utf8Length,
  type JudgedField,
  type NameCheck,
} from '#apimachinery';
import type { KubernetesObject, ObjectMeta, OwnerReference } from './metadata.js';

/** What the metadata of a kind must look like. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly name: NameCheck;
  /** Whether its finalizers are standard or have a domain, which only strategies ask. */
  readonly judgesFinalizers?: boolean;
}

const NO_NAME = 'name or generateName is required';
/** Creation makes a name before it comes here. */
const NOT_NAMED_YET = 'generateName alone is not enough here, where the object is found again by its name';

const ANNOTATIONS_BYTES = 256 * 1024;

/** The metadata of any object. // as apimachinery v1.34 ValidateObjectMeta */
export function checkMetadata({ metadata }: KubernetesObject, rules: MetadataRules, root: JudgedField): void {
  const at = root.child('metadata');
  const { name, generateName = '' } = metadata as Partial<ObjectMeta>;
  if (generateName !== '') checkName(generateName, prefixCheck(rules.name), at.child('generateName'));
  if (name === undefined || name === '') at.child('name').required(generateName === '' ? NO_NAME : NOT_NAMED_YET);
  else checkName(name, rules.name, at.child('name'));
  checkNamespace(metadata.namespace ?? '', rules, at.child('namespace'));
  checkNotNegative(metadata.generation, at.child('generation'));
  checkLabels(metadata.labels, at.child('labels'));
  checkAnnotations(metadata.annotations, at.child('annotations'));
  checkOwners(metadata, at.child('ownerReferences'));
  checkFinalizers(metadata.finalizers ?? [], rules, at.child('finalizers'));
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Of Kubernetes, or with a domain before it. */
export function isStandardFinalizer(finalizer: string): boolean {
  return finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer);
}

/** Names of what has to be done before the object goes. */
function checkFinalizers(
  finalizers: readonly string[],
  { judgesFinalizers = true }: MetadataRules,
  at: JudgedField,
): void {
  for (const finalizer of finalizers) checkName(finalizer, qualifiedNameProblems, at);
  if (judgesFinalizers) checkFinalizerNames(finalizers, at);
}

/** Each finalizer is standard or has a domain. // as API server v1.34 validateKubeFinalizerName */
export function checkFinalizerNames(finalizers: readonly string[], at: JudgedField): void {
  finalizers.forEach((finalizer, index) => {
    if (isStandardFinalizer(finalizer)) return;
    at.index(index).invalid(finalizer, 'name is neither a standard finalizer name nor is it fully qualified');
  });
}

/** Metadata of a template says nothing but labels and annotations. // as API server v1.34 ValidateTemplateObjectMeta */
export function checkTemplateMetadata(metadata: Partial<ObjectMeta>, at: JudgedField): void {
  checkAnnotations(metadata.annotations, at.child('annotations'));
  checkLabels(metadata.labels, at.child('labels'));
  for (const field of Object.keys(metadata))
    if (field !== 'annotations' && field !== 'labels') at.child(field).forbidden('cannot be set');
}

const IMMUTABLE = [
  ...(['name', 'namespace', 'uid', 'creationTimestamp'] as const),
  ...(['deletionTimestamp', 'deletionGracePeriodSeconds'] as const),
] as const;

/** What may not change in metadata. // as apimachinery v1.34 ValidateObjectMetaUpdate */
export function checkMetadataUpdate(
  { metadata }: KubernetesObject,
  { metadata: before }: KubernetesObject,
  root: JudgedField,
): void {
  const at = root.child('metadata');
  for (const field of IMMUTABLE) checkImmutable(metadata[field], before[field], at.child(field));
  if ((metadata.generation ?? 0) < (before.generation ?? 0))
    at.child('generation').invalid(metadata.generation, 'must not be decremented');
  checkFinalizersOfGoing(metadata, before, at.child('finalizers'));
  checkLabels(metadata.labels, at.child('labels'));
  checkAnnotations(metadata.annotations, at.child('annotations'));
  checkOwners(metadata, at.child('ownerReferences'));
}

/** What is going gets no new finalizers. */
function checkFinalizersOfGoing(metadata: ObjectMeta, before: ObjectMeta, at: JudgedField): void {
  if (before.deletionTimestamp === undefined) return;
  const added = (metadata.finalizers ?? []).filter((one) => !(before.finalizers ?? []).includes(one)).sort();
  if (added.length === 0) return;
  const shown = `[]string{${added.map((one) => JSON.stringify(one)).join(', ')}}`;
  at.forbidden(`no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`);
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

/** Keys of any case, and not too much in them. */
export function checkAnnotations(annotations: Readonly<Record<string, string>> | undefined, path: JudgedField): void {
  if (annotations === undefined) return;
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    const complaints = qualifiedNameProblems(key.toLowerCase());
    for (const text of complaints) path.invalid(key, text);
    bytes += utf8Length(key) + utf8Length(value);
  }
  if (bytes > ANNOTATIONS_BYTES) path.tooLong(ANNOTATIONS_BYTES);
}

/** Owners have a name and a version each, and one of them controls. The paths have no index, as upstream. */
function checkOwners({ ownerReferences = [] }: ObjectMeta, at: JudgedField): void {
  let controller: string | undefined;
  for (const owner of ownerReferences) {
    checkOwner(owner, at);
    if (owner.controller !== true) continue;
    const name = `${owner.kind ?? ''}/${owner.name ?? ''}`;
    if (controller === undefined) controller = name;
    else
      at.invalid(
        ownerReferences.map(reportedOwner),
        `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`,
      );
  }
}

function checkOwner(owner: OwnerReference, at: JudgedField): void {
  const { apiVersion = '', kind = '' } = owner;
  const parts = apiVersion.split('/');
  const version = parts.length > 2 ? '' : (parts.at(-1) ?? '');
  if (version === '') at.child('apiVersion').invalid(apiVersion, 'version must not be empty');
  for (const field of ['kind', 'name', 'uid'] as const)
    if ((owner[field] ?? '') === '') at.child(field).invalid('', 'must not be empty');
  if (apiVersion === 'v1' && kind === 'Event')
    at.invalid(reportedOwner(owner), '/v1, Kind=Event is disallowed from being an owner');
}

/** In the order of upstream's structure. */
function reportedOwner({ apiVersion = '', kind = '', name = '', uid = '', ...rest }: OwnerReference): OwnerReference {
  return { apiVersion, kind, name, uid, ...rest };
}
