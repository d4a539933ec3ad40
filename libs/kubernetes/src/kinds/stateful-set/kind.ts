import { int32, object, text } from '../../decoding/index.js';
import { labelSelector, type LabelSelector } from '../../label-selector/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkCounts,
  checkOwnSelector,
  checkTemplate,
  defaultTemplate,
  podTemplate,
  type PodTemplate,
} from '../../pod-template/index.js';
import type { JudgedField } from '../../problems/index.js';
import { requireChoice, sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

/** apps/v1 StatefulSet. */
export interface StatefulSet extends KubernetesObject {
  kind: 'StatefulSet';
  spec: StatefulSetSpec;
  status?: { replicas?: number };
}

export interface StatefulSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: LabelSelector;
  serviceName?: string;
  podManagementPolicy?: string;
  revisionHistoryLimit?: number;
  updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } };
  template?: PodTemplate;
}

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
    }),
    status: object({ replicas: int32 }),
  },
  complete,
  check,
  checkUpdate,
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
  defaultTemplate(spec.template);
}

/** As a replica set. // as API server v1.34 ValidateStatefulSet */
function check({ spec }: StatefulSet, root: JudgedField): void {
  const at = root.child('spec');
  checkCounts(spec, at);
  requireChoice(spec.podManagementPolicy, ['OrderedReady', 'Parallel'], at.child('podManagementPolicy'));
  requireChoice(spec.updateStrategy?.type, ['OnDelete', 'RollingUpdate'], at.child('updateStrategy'));
  checkOwnSelector(spec.selector, at.child('selector'));
  checkTemplate(spec.template, spec.selector, at.child('template'));
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
