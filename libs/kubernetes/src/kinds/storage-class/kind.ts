import {
  checkChoice,
  checkImmutable,
  checkName,
  checkSupported,
  flag,
  list,
  object,
  qualifiedNameProblems,
  sameValue,
  text,
  textMap,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { defineKind } from '../kind-definition.js';
import { storageClassColumns } from './columns.js';

/** storage.k8s.io/v1 StorageClass. */
export interface StorageClass extends KubernetesObject {
  kind: 'StorageClass';
  provisioner?: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: string;
  volumeBindingMode?: string;
  allowVolumeExpansion?: boolean;
  allowedTopologies?: { matchLabelExpressions?: { key?: string; values?: string[] }[] }[];
}

/** All about the kind StorageClass. */
export const storageClassKind = defineKind<StorageClass>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  judgesMetadata: ['whole', 'change'],
  returnsDeleted: true,
  shortNames: ['sc'],
  columns: storageClassColumns,
  fields: {
    provisioner: text,
    parameters: textMap,
    reclaimPolicy: text,
    volumeBindingMode: text,
    allowVolumeExpansion: flag,
    allowedTopologies: list(object({ matchLabelExpressions: list(object({ key: text, values: list(text) })) })),
  },
  complete,
  check,
  checkUpdate,
});

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Retain'];
const BINDING_MODES: readonly string[] = ['Immediate', 'WaitForFirstConsumer'];

/**
 * Volumes are deleted with their claims, and bound as soon as they are claimed.
 * // as API server v1.34 SetDefaults_StorageClass
 */
function complete(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}

const MOST_PARAMETERS = 512;
const LONGEST_PARAMETERS = 256 * 1024;

/** It names its provisioner and how volumes come and go. // as API server v1.34 ValidateStorageClass */
function check(storageClass: StorageClass, root: JudgedField): void {
  const { provisioner = '', parameters = {}, allowedTopologies = [] } = storageClass;
  if (provisioner === '') root.child('provisioner').required();
  else checkName(provisioner.toLowerCase(), qualifiedNameProblems, root.child('provisioner'));
  checkParameters(parameters, root.child('parameters'));
  checkChoice(storageClass.reclaimPolicy, RECLAIM_POLICIES, root.child('reclaimPolicy'));
  checkSupported(storageClass.volumeBindingMode, BINDING_MODES, root.child('volumeBindingMode'));
  checkTopologies(allowedTopologies, root.child('allowedTopologies'));
}

function checkParameters(parameters: Readonly<Record<string, string>>, at: JudgedField): void {
  const entries = Object.entries(parameters);
  if (entries.length > MOST_PARAMETERS) {
    at.tooLong(MOST_PARAMETERS);
    return;
  }
  let length = 0;
  for (const [key, value] of entries) {
    if (key === '') at.invalid('', 'field can not be empty.');
    length += utf8Length(key) + utf8Length(value);
  }
  if (length > LONGEST_PARAMETERS) at.tooLong(LONGEST_PARAMETERS);
}

/** Where its volumes can be: each place once, each key of it once. // as ValidateTopologySelectorTerm */
function checkTopologies(topologies: NonNullable<StorageClass['allowedTopologies']>, at: JudgedField): void {
  // A place that says nothing is compared with as many empty ones as there are places, as upstream.
  const terms: object[] = topologies.map(() => ({}));
  topologies.forEach(({ matchLabelExpressions = [] }, index) => {
    const path = at.index(index).child('matchLabelExpressions');
    const keys = new Map<string, string[]>();
    matchLabelExpressions.forEach(({ key = '', values = [] }, position) => {
      const one = path.index(position);
      if (values.length === 0) one.child('values').required();
      values.forEach((value, place) => {
        if (values.indexOf(value) < place) one.child('values').index(place).duplicate(value);
      });
      checkName(key, qualifiedNameProblems, one.child('key'));
      if (keys.has(key)) one.child('key').duplicate(key);
      keys.set(key, [...new Set(values)].sort());
    });
    const term = Object.fromEntries([...keys].sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const other of terms) if (JSON.stringify(other) === JSON.stringify(term)) path.duplicate('');
    terms.push(term);
  });
}

/** Only the description of a class may change. // as API server v1.34 ValidateStorageClassUpdate */
function checkUpdate(storageClass: StorageClass, before: StorageClass, root: JudgedField): void {
  if (!sameValue(storageClass.parameters, before.parameters))
    root.child('parameters').forbidden('updates to parameters are forbidden.');
  if (storageClass.provisioner !== before.provisioner)
    root.child('provisioner').forbidden('updates to provisioner are forbidden.');
  if (storageClass.reclaimPolicy !== before.reclaimPolicy)
    root.child('reclaimPolicy').forbidden('updates to reclaimPolicy are forbidden.');
  checkImmutable(storageClass.volumeBindingMode, before.volumeBindingMode, root.child('volumeBindingMode'));
}
