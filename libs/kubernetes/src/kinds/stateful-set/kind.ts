import {
  checkName,
  checkNotNegative,
  dnsLabelProblems,
  int32,
  int64,
  labelSelector,
  list,
  object,
  requireChoice,
  sameValue,
  text,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import { metadata, type KubernetesObject, type ObjectMeta } from '../../metadata/index.js';
import {
  checkAtMost,
  checkCounts,
  checkNotDecremented,
  checkSelectedTemplate,
  defaultTemplate,
  podTemplate,
  type PodTemplate,
} from '../../pod-template/index.js';
import { internalView } from '../../internals/index.js';
import { checkClaimSpec, claimSpec, defaultClaimSpec, type PersistentVolumeClaimSpec } from '../../storage/index.js';
import type { Volume } from '../../volumes/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { statefulSetColumns } from './columns.js';

/** apps/v1 StatefulSet. */
export interface StatefulSet extends KubernetesObject {
  kind: 'StatefulSet';
  spec: StatefulSetSpec;
  status?: StatefulSetStatus;
}

export interface StatefulSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: LabelSelector;
  serviceName?: string;
  podManagementPolicy?: string;
  revisionHistoryLimit?: number;
  updateStrategy?: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: number | string } };
  template?: PodTemplate;
  ordinals?: { start?: number };
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
  volumeClaimTemplates?: ClaimTemplate[];
}

export interface StatefulSetStatus {
  replicas?: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  availableReplicas?: number;
  observedGeneration?: number;
  collisionCount?: number;
}

/** A claim that each of the pods gets: a whole object, as it will be made. */
export interface ClaimTemplate {
  apiVersion?: string;
  kind?: string;
  metadata?: Partial<ObjectMeta>;
  spec?: PersistentVolumeClaimSpec;
  status?: { phase?: string };
}

const claimTemplate = object<ClaimTemplate>({
  apiVersion: text,
  kind: text,
  metadata,
  spec: claimSpec,
  status: object({ phase: text }),
});

/** All about the kind StatefulSet. */
export const statefulSetKind = defineKind<StatefulSet>({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  scalesPods: true,
  hasSpec: true,
  columns: statefulSetColumns,
  fields: {
    spec: object<StatefulSetSpec>({
      replicas: int32,
      minReadySeconds: int32,
      selector: labelSelector,
      serviceName: text,
      podManagementPolicy: text,
      revisionHistoryLimit: int32,
      updateStrategy: object({ type: text, rollingUpdate: object({ partition: int32 }) }),
      template: podTemplate,
      ordinals: object({ start: int32 }),
      persistentVolumeClaimRetentionPolicy: object({ whenDeleted: text, whenScaled: text }),
      volumeClaimTemplates: list(claimTemplate),
    }),
    status: object<StatefulSetStatus>({
      replicas: int32,
      readyReplicas: int32,
      currentReplicas: int32,
      updatedReplicas: int32,
      availableReplicas: int32,
      observedGeneration: int64,
      collisionCount: int32,
    }),
  },
  name: dnsLabelProblems,
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  checkUpdate,
  checkStatus,
});

const UPDATABLE: readonly string[] = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** One replica, started in order, updated by rolling. // as API server v1.34 SetDefaults_StatefulSet */
function complete({ spec }: StatefulSet): void {
  spec.replicas ??= 1;
  spec.podManagementPolicy ||= 'OrderedReady';
  spec.revisionHistoryLimit ??= 10;
  spec.updateStrategy ??= {};
  spec.updateStrategy.type ||= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {};
    spec.updateStrategy.rollingUpdate.partition ??= 0;
  }
  const kept = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  kept.whenDeleted ||= 'Retain';
  kept.whenScaled ||= 'Retain';
  defaultTemplate((spec.template ??= {}));
  spec.volumeClaimTemplates?.forEach(completeClaim);
}

function completeClaim(template: ClaimTemplate): void {
  template.apiVersion ||= 'v1';
  template.kind ||= 'PersistentVolumeClaim';
  defaultClaimSpec((template.spec ??= {}));
  (template.status ??= {}).phase ||= 'Pending';
}

/** It has made nothing yet. // as API server v1.34 statefulSetStrategy.PrepareForCreate */
function prepare(statefulSet: StatefulSet, { isNew, isImported, old }: Arrival): void {
  const before = (old as StatefulSet | undefined)?.spec.updateStrategy?.rollingUpdate;
  const { rollingUpdate } = statefulSet.spec.updateStrategy ?? {};
  // A field of MaxUnavailableStatefulSet, which is off. // as dropStatefulSetDisabledFields
  if (!isImported && before?.maxUnavailable === undefined) delete rollingUpdate?.maxUnavailable;
  if (!isNew) return;
  if (!isImported) statefulSet.status = {};
  const status = (statefulSet.status ??= {});
  status.replicas ??= 0;
  status.availableReplicas ??= 0;
}

/** Its pods are numbered, and their claims are kept or not. // as API server v1.34 ValidateStatefulSetSpec */
function check({ spec }: StatefulSet, root: JudgedField, { old }: Arrival): void {
  const at = root.child('spec');
  const { podManagementPolicy = '' } = spec;
  if (podManagementPolicy === '') at.child('podManagementPolicy').required();
  else if (podManagementPolicy !== 'OrderedReady' && podManagementPolicy !== 'Parallel')
    at.child('podManagementPolicy').invalid(podManagementPolicy, "must be 'OrderedReady' or 'Parallel'");
  checkStrategy(spec.updateStrategy ?? {}, at.child('updateStrategy'));
  const { whenDeleted, whenScaled } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  const kept = at.child('persistentVolumeClaimRetentionPolicy');
  requireChoice(whenDeleted, ['Retain', 'Delete'], kept.child('whenDeleted'));
  requireChoice(whenScaled, ['Retain', 'Delete'], kept.child('whenScaled'));
  if (old === undefined) checkClaimTemplates(spec, at.child('volumeClaimTemplates'));
  checkCounts(spec, at);
  checkNotNegative(spec.ordinals?.start, at.child('ordinals').child('start'));
  const { serviceName = '' } = spec;
  if (old === undefined && serviceName !== '') checkName(serviceName, dnsLabelProblems, at.child('serviceName'));
  checkSelectedTemplate({ ...spec, template: templateAsRun(spec) }, WORDS, at);
}

const WORDS = { kind: 'StatefulSet', empty: 'empty selector is invalid for statefulset', unsound: '' } as const;

function checkClaimTemplates({ volumeClaimTemplates = [] }: StatefulSetSpec, at: JudgedField): void {
  volumeClaimTemplates.forEach(({ spec = {} }, index) => checkClaimSpec(spec, at.index(index).child('spec')));
}

/**
 * The template as its pods will be: claims of the set are volumes, in the place of others of their names, and the
 * controller sets hostname and subdomain. // as API server v1.34 ValidateStatefulSetSpec
 */
function templateAsRun({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplate | undefined {
  if (template?.spec === undefined) return template;
  const { hostname: _hostname, subdomain: _subdomain, volumes = [], ...spec } = template.spec;
  const claims = new Map(volumeClaimTemplates.map(({ metadata: { name = '' } = {} }) => [name, claimVolume(name)]));
  // The volumes of the template keep their places, by which problems name them.
  const own = volumes.map((volume) => claims.get(volume.name ?? '') ?? volume);
  const all = [...new Set([...own, ...claims.values()])];
  return { ...template, spec: { ...spec, ...(all.length > 0 && { volumes: all }) } };
}

function claimVolume(name: string): Volume {
  return { name, persistentVolumeClaim: { claimName: name } };
}

function checkStrategy(strategy: NonNullable<StatefulSetSpec['updateStrategy']>, at: JudgedField): void {
  const { type = '', rollingUpdate } = strategy;
  if (type === '') at.required();
  else if (type === 'OnDelete') {
    if (rollingUpdate !== undefined)
      at.child('rollingUpdate').invalid(
        internalView(rollingUpdate, 'RollingUpdateStatefulSetStrategy'),
        "only allowed for updateStrategy 'RollingUpdate'",
      );
  } else if (type === 'RollingUpdate') {
    checkNotNegative(rollingUpdate?.partition, at.child('rollingUpdate').child('partition'));
  } else {
    at.invalid(internalView(strategy, 'StatefulSetUpdateStrategy'), "must be 'RollingUpdate' or 'OnDelete'");
  }
}

/** Only a few fields change. // as API server v1.34 ValidateStatefulSetUpdate */
function checkUpdate({ spec }: StatefulSet, { spec: before }: StatefulSet, root: JudgedField): void {
  const fixed = [spec, before].map((one) =>
    Object.fromEntries(Object.entries(one).filter(([field]) => !UPDATABLE.includes(field))),
  );
  if (sameValue(fixed[0], fixed[1])) return;
  const allowed = UPDATABLE.map((field) => `'${field}'`);
  const all = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`;
  root.child('spec').forbidden(`updates to statefulset spec for fields other than ${all} are forbidden`);
}

const COUNTED = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;

/** No more pods than there are. // as API server v1.34 ValidateStatefulSetStatus */
function checkStatus({ status = {} }: StatefulSet, { status: before = {} }: StatefulSet, root: JudgedField): void {
  const at = root.child('status');
  for (const field of ['replicas', ...COUNTED, 'observedGeneration', 'collisionCount'] as const)
    checkNotNegative(status[field], at.child(field));
  for (const field of COUNTED) checkAtMost(status[field], status.replicas, at.child(field));
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0))
    at.child('availableReplicas').invalid(status.availableReplicas, 'cannot be greater than status.readyReplicas');
  checkNotDecremented(status.collisionCount, before.collisionCount, at.child('collisionCount'));
}
