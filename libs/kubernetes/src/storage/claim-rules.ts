import { checkLabelSelector, checkName, dnsLabelProblems, dnsSubdomainProblems, type JudgedField } from '#apimachinery';
import { checkTemplateMetadata, type ObjectMeta } from '../metadata/index.js';
import type { DataSource, PersistentVolumeClaimSpec } from './claim.js';
import { checkAccessModes, checkClassName, checkPositive, checkVolumeMode } from './storage-rules.js';

/** What a claim asks for. // as API server v1.34 ValidatePersistentVolumeClaimSpec */
export function checkClaimSpec(spec: PersistentVolumeClaimSpec, at: JudgedField): void {
  checkAccessModes(spec.accessModes ?? [], 'at least 1 access mode is required', at.child('accessModes'));
  checkLabelSelector(spec.selector, at.child('selector'));
  const storage = spec.resources?.requests?.['storage'];
  if (storage === undefined) at.child('resources').key('storage').required();
  else checkPositive(storage, at.child('resources').key('storage'));
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkVolumeMode(spec.volumeMode, at.child('volumeMode'));
  checkSources(spec, at);
  checkClassName(spec.volumeAttributesClassName, at.child('volumeAttributesClassName'));
}

/** A template of a claim: its labels and annotations, and what it asks for. */
export function checkClaimTemplate(
  { metadata = {}, spec = {} }: { readonly metadata?: Partial<ObjectMeta>; readonly spec?: object },
  at: JudgedField,
): void {
  checkTemplateMetadata(metadata, at.child('metadata'));
  checkClaimSpec(spec, at.child('spec'));
}

function checkSources({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, at: JudgedField): void {
  if (dataSource !== undefined) checkSource(dataSource, at.child('dataSource'));
  if (dataSourceRef !== undefined) checkSource(dataSourceRef, at.child('dataSourceRef'));
  if (dataSource === undefined || dataSourceRef === undefined) return;
  // The value is the path of the field, which upstream prints as nothing.
  if (dataSourceRef.namespace) at.invalid({}, 'may not be specified when dataSourceRef.namespace is specified');
  else if (!sameSource(dataSource, dataSourceRef)) at.invalid({}, 'must match dataSourceRef');
}

function checkSource({ apiGroup, kind = '', name = '', namespace = '' }: DataSource, at: JudgedField): void {
  if (name === '') at.child('name').required();
  if (kind === '') at.child('kind').required();
  const group = apiGroup ?? '';
  if (group === '' && kind !== 'PersistentVolumeClaim')
    at.invalid(kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  if (group !== '') checkName(group, dnsSubdomainProblems, at.child('apiGroup'));
  if (namespace !== '') checkName(namespace, dnsLabelProblems, at.child('namespace'));
}

function sameSource(a: DataSource, b: DataSource): boolean {
  return (a.apiGroup ?? null) === (b.apiGroup ?? null) && a.kind === b.kind && a.name === b.name;
}
