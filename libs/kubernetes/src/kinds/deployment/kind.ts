import { checkNotNegative, type JudgedField, type LabelSelector } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  amountOf,
  checkAtMost,
  checkAtMostAll,
  checkNotDecremented,
  checkSameSelector,
  checkSelectedTemplate,
  checkShare,
  completeTemplate,
  dropTerminating,
  REPLICA_SET_WORDS,
  type PodTemplate,
  type Share,
} from '../../pod-template/index.js';
import { internalView } from '../../internals/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { deploymentColumns } from './columns.js';

/** apps/v1 Deployment. */
export interface Deployment extends KubernetesObject {
  kind: 'Deployment';
  spec: DeploymentSpec;
  status?: DeploymentStatus;
}

interface DeploymentSpec {
  replicas?: number;
  selector?: LabelSelector;
  template?: PodTemplate;
  strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: Share; maxSurge?: Share } };
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  progressDeadlineSeconds?: number;
  paused?: boolean;
}

interface DeploymentStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  collisionCount?: number;
}

/** All about the kind Deployment. */
export const deploymentKind = defineKind<Deployment>({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  columns: deploymentColumns,
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  generationCounts: ['spec', 'metadata.annotations'],
  hasSpec: true,
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  checkUpdate: ({ spec }, { spec: before }, root) => checkSameSelector(spec, before, root.child('spec')),
  checkStatus,
});

/** One replica, a quarter of them replaced at a time. // as API server v1.34 SetDefaults_Deployment */
function complete(deployment: Deployment): void {
  const { spec } = deployment;
  spec.replicas ??= 1;
  const strategy = (spec.strategy ??= {});
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {});
    rolling.maxUnavailable ??= '25%';
    rolling.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  spec.template = completeTemplate(spec.template ?? {});
  deployment.status ??= {};
}

/** It has made nothing yet. // as API server v1.34 deploymentStrategy.PrepareForCreate */
function prepare(deployment: Deployment, { isNew, isImported, old }: Arrival): void {
  if (isNew) deployment.status = {};
  dropTerminating(deployment.status, { isImported, before: (old as Deployment | undefined)?.status });
}

/** // as API server v1.34 ValidateDeploymentSpec */
function check({ spec }: Deployment, root: JudgedField): void {
  const at = root.child('spec');
  checkNotNegative(spec.replicas, at.child('replicas'));
  // Upstream judges it with the rules of the ReplicaSets that are made of it.
  checkSelectedTemplate({ template: undefined, ...spec }, REPLICA_SET_WORDS, at);
  checkStrategy(spec.strategy ?? {}, at.child('strategy'));
  checkNotNegative(spec.minReadySeconds, at.child('minReadySeconds'));
  checkNotNegative(spec.revisionHistoryLimit, at.child('revisionHistoryLimit'));
  checkNotNegative(spec.progressDeadlineSeconds, at.child('progressDeadlineSeconds'));
  if (spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0))
    at.child('progressDeadlineSeconds').invalid(spec.progressDeadlineSeconds, 'must be greater than minReadySeconds');
}

/** // as API server v1.34 ValidateDeploymentStrategy */
function checkStrategy(strategy: NonNullable<DeploymentSpec['strategy']>, at: JudgedField): void {
  const { type = '', rollingUpdate } = strategy;
  const rolling = at.child('rollingUpdate');
  if (type === 'Recreate') {
    if (rollingUpdate !== undefined) rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
  } else if (type !== 'RollingUpdate') {
    at.notSupported(internalView(strategy, 'DeploymentStrategy'), ['Recreate', 'RollingUpdate']);
  } else if (rollingUpdate === undefined) {
    rolling.required('this should be defaulted and never be nil');
  } else {
    const { maxUnavailable, maxSurge } = rollingUpdate;
    checkShare(maxUnavailable, rolling.child('maxUnavailable'));
    checkShare(maxSurge, rolling.child('maxSurge'));
    if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0)
      rolling.child('maxUnavailable').invalid(maxUnavailable, 'may not be 0 when `maxSurge` is 0');
    checkAtMostAll(maxUnavailable, rolling.child('maxUnavailable'));
  }
}

const COUNTS = ['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'] as const;
const FURTHER_COUNTS = ['unavailableReplicas', 'terminatingReplicas', 'collisionCount'] as const;

/** No more pods than there are. // as API server v1.34 ValidateDeploymentStatus */
function checkStatus({ status = {} }: Deployment, { status: before = {} }: Deployment, root: JudgedField): void {
  const at = root.child('status');
  for (const field of [...COUNTS, ...FURTHER_COUNTS]) checkNotNegative(status[field], at.child(field));
  for (const field of ['updatedReplicas', 'readyReplicas', 'availableReplicas'] as const)
    checkAtMost(status[field], status.replicas, at.child(field));
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0))
    at.child('availableReplicas').invalid(status.availableReplicas, 'cannot be greater than readyReplicas');
  checkNotDecremented(status.collisionCount, before.collisionCount, at.child('collisionCount'));
}
