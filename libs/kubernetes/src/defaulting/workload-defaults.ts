import type { PodTemplate, ReplicaSet, ReplicationController, Service, StatefulSet } from '../types/index.js';
import { defaultPodSpec } from './pod-defaults.js';

// All as API server v1.34: pkg/apis/core/v1 and pkg/apis/apps/v1, defaults.go.

const EXTERNAL: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

/** A service inside the cluster. No address is invented: nothing here routes. */
export function defaultService({ spec }: Service): void {
  spec.sessionAffinity ||= 'None';
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    if (!port.targetPort && port.port !== undefined) port.targetPort = port.port;
  }
  if (EXTERNAL.has(spec.type)) spec.externalTrafficPolicy ||= 'Cluster';
  if (spec.type !== 'ExternalName') spec.internalTrafficPolicy ??= 'Cluster';
}

/** One replica; labels and selector are those of the template where they are missing. */
export function defaultReplicationController(controller: ReplicationController): void {
  const { metadata, spec } = controller;
  const labels = spec.template?.metadata?.labels;
  if (labels !== undefined && isEmpty(spec.selector)) spec.selector = { ...labels };
  if (labels !== undefined && isEmpty(metadata.labels)) metadata.labels = { ...labels };
  spec.replicas ??= 1;
  defaultTemplate(spec.template);
}

/** One replica. */
export function defaultReplicaSet({ spec }: ReplicaSet): void {
  spec.replicas ??= 1;
  defaultTemplate(spec.template);
}

/** One replica, started in order, updated by rolling. */
export function defaultStatefulSet({ spec }: StatefulSet): void {
  spec.replicas ??= 1;
  spec.podManagementPolicy ||= 'OrderedReady';
  spec.revisionHistoryLimit ??= 10;
  spec.updateStrategy ??= {};
  spec.updateStrategy.type ||= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {};
    spec.updateStrategy.rollingUpdate.partition ??= 0;
  }
  defaultTemplate(spec.template);
}

function defaultTemplate(template: PodTemplate | undefined): void {
  if (template?.spec !== undefined) defaultPodSpec(template.spec);
}

function isEmpty(map: object | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}
