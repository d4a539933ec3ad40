import { int32, labelSelector, object, type JudgedField, type LabelSelector } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkCounts,
  checkReplicas,
  checkSameSelector,
  checkSelectedTemplate,
  defaultTemplate,
  dropTerminating,
  podTemplate,
  REPLICA_SET_WORDS,
  replicaStatus,
  type PodTemplate,
  type ReplicaStatus,
} from '../../pod-template/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { replicaSetColumns } from './columns.js';

/** apps/v1 ReplicaSet. */
export interface ReplicaSet extends KubernetesObject {
  kind: 'ReplicaSet';
  spec: { replicas?: number; minReadySeconds?: number; selector?: LabelSelector; template?: PodTemplate };
  status?: ReplicaStatus & { terminatingReplicas?: number };
}

/** All about the kind ReplicaSet. */
export const replicaSetKind = defineKind<ReplicaSet>({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  scalesPods: true,
  hasSpec: true,
  columns: replicaSetColumns,
  fields: {
    spec: object({ replicas: int32, minReadySeconds: int32, selector: labelSelector, template: podTemplate }),
    status: replicaStatus,
  },
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  checkUpdate,
  checkStatus,
});

/** One replica. // as API server v1.34 SetDefaults_ReplicaSet */
function complete({ spec }: ReplicaSet): void {
  spec.replicas ??= 1;
  defaultTemplate((spec.template ??= {}));
}

/** It has made nothing yet. // as API server v1.34 rsStrategy.PrepareForCreate */
function prepare(replicaSet: ReplicaSet, { isNew, isImported, old }: Arrival): void {
  dropTerminating(replicaSet.status, { isImported, before: (old as ReplicaSet | undefined)?.status });
  if (!isNew) return;
  if (!isImported) replicaSet.status = {};
  (replicaSet.status ??= {}).replicas ??= 0;
}

/** Its selector says something and its template satisfies it. // as API server v1.34 ValidateReplicaSet */
function check({ spec }: ReplicaSet, root: JudgedField): void {
  const at = root.child('spec');
  checkCounts(spec, at);
  checkSelectedTemplate({ template: undefined, ...spec }, REPLICA_SET_WORDS, at);
}

/** What a replica set counts does not change. */
function checkUpdate({ spec }: ReplicaSet, { spec: before }: ReplicaSet, root: JudgedField): void {
  checkSameSelector(spec, before, root.child('spec'));
}

/** None of its pods counts twice. // as API server v1.34 ValidateReplicaSetStatus */
function checkStatus({ status }: ReplicaSet, _before: ReplicaSet, root: JudgedField): void {
  checkReplicas(status ?? {}, root.child('status'));
}
