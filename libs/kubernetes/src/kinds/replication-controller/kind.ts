import { checkNotNegative, int32, object, textMap, type JudgedField } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkReplicas,
  checkTemplate,
  defaultTemplate,
  podTemplate,
  replicaStatus,
  type PodTemplate,
  type ReplicaStatus,
} from '../../pod-template/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { replicationControllerColumns } from './columns.js';

/** core/v1 ReplicationController; its selector is a plain map. */
export interface ReplicationController extends KubernetesObject {
  kind: 'ReplicationController';
  spec: { replicas?: number; minReadySeconds?: number; selector?: Record<string, string>; template?: PodTemplate };
  status?: ReplicaStatus;
}

/** All about the kind ReplicationController. */
export const replicationControllerKind = defineKind<ReplicationController>({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  judgesMetadata: ['whole', 'change'],
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  scalesPods: true,
  selectableFields: { 'status.replicas': '0' },
  hasSpec: true,
  columns: replicationControllerColumns,
  fields: {
    spec: object({ replicas: int32, minReadySeconds: int32, selector: textMap, template: podTemplate }),
    status: replicaStatus,
  },
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  // Upstream judges the spec twice.
  checkUpdate: (controller, _before, root) => check(controller, root),
  checkStatus,
});

/**
 * One replica; labels and selector are those of the template where they are missing.
 * // as API server v1.34 SetDefaults_ReplicationController
 */
function complete({ metadata, spec }: ReplicationController): void {
  const labels = spec.template?.metadata?.labels;
  if (labels !== undefined && isEmpty(spec.selector)) spec.selector = { ...labels };
  if (labels !== undefined && isEmpty(metadata.labels)) metadata.labels = { ...labels };
  spec.replicas ??= 1;
  defaultTemplate(spec.template);
}

/** It has made nothing yet. // as API server v1.34 rcStrategy.PrepareForCreate */
function prepare(controller: ReplicationController, { isNew, isImported }: Arrival): void {
  if (!isNew) return;
  if (!isImported) controller.status = {};
  (controller.status ??= {}).replicas ??= 0;
}

/** Its selector is a plain map that its template satisfies. // as API server v1.34 ValidateReplicationController */
function check({ spec }: ReplicationController, root: JudgedField): void {
  const at = root.child('spec');
  checkNotNegative(spec.minReadySeconds, at.child('minReadySeconds'));
  const selector = spec.selector ?? {};
  if (Object.keys(selector).length === 0) at.child('selector').required();
  checkNotNegative(spec.replicas, at.child('replicas'));
  const counted = { kind: 'ReplicationController', selector: { matchLabels: selector } };
  checkTemplate(spec.template, counted, at.child('template'));
}

function isEmpty(map: object | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

/** None of its pods counts twice. // as API server v1.34 ValidateReplicationControllerStatus */
function checkStatus({ status }: ReplicationController, _before: ReplicationController, root: JudgedField): void {
  checkReplicas(status ?? {}, root.child('status'));
}
