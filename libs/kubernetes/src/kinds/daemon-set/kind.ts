import { checkNotNegative, sameValue, type JudgedField, type LabelSelector } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  amountOf,
  checkAnyTemplate,
  checkAtMostAll,
  checkFound,
  checkGivenSelector,
  checkNotDecremented,
  checkSameSelector,
  checkShare,
  completeTemplate,
  type PodTemplate,
  type Share,
} from '../../pod-template/index.js';
import { internalView } from '../../internals/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { daemonSetColumns } from './columns.js';

/** apps/v1 DaemonSet. */
export interface DaemonSet extends KubernetesObject {
  kind: 'DaemonSet';
  spec: DaemonSetSpec;
  status?: Partial<Record<(typeof COUNTS)[number], number>>;
}

interface DaemonSetSpec {
  selector?: LabelSelector;
  template?: PodTemplate;
  updateStrategy?: { type?: string; rollingUpdate?: { maxUnavailable?: Share; maxSurge?: Share } };
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}

/** All about the kind DaemonSet. */
export const daemonSetKind = defineKind<DaemonSet>({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  columns: daemonSetColumns,
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  hasSpec: true,
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  checkStatus,
});

/** One pod after the other is replaced. // as API server v1.34 SetDefaults_DaemonSet */
function complete(daemonSet: DaemonSet): void {
  const { spec } = daemonSet;
  const strategy = (spec.updateStrategy ??= {});
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {});
    rolling.maxUnavailable ??= 1;
    rolling.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  spec.template = completeTemplate(spec.template ?? {});
  daemonSet.status ??= {};
}

const SCHEDULED = ['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'] as const;
const COUNTS = [
  ...SCHEDULED,
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const;
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** The number of its template, and of a new one nothing is counted. // as API server v1.34 daemonSetStrategy */
function prepare(daemonSet: DaemonSet, { isNew, old }: Arrival): void {
  if (isNew) daemonSet.status = {};
  const status = (daemonSet.status ??= {});
  for (const field of SCHEDULED) status[field] ??= 0;
  const before = old as DaemonSet | undefined;
  const number = templateGeneration(before ?? daemonSet);
  const isSame = before === undefined || sameValue(before.spec.template, daemonSet.spec.template);
  const annotations = (daemonSet.metadata.annotations ??= {});
  annotations[TEMPLATE_GENERATION] = String(isSame ? Math.max(1, number) : number + 1);
}

function templateGeneration({ metadata }: DaemonSet): number {
  const text = metadata.annotations?.[TEMPLATE_GENERATION] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** // as API server v1.34 ValidateDaemonSetSpec */
function check({ spec }: DaemonSet, root: JudgedField, { old }: Arrival): void {
  const at = root.child('spec');
  const before = old as DaemonSet | undefined;
  if (before !== undefined) checkSameSelector(spec, before.spec, at);
  const template = at.child('template');
  const isSound = checkGivenSelector(spec.selector, at.child('selector'));
  if (isSound) checkFound(spec.template ?? {}, spec.selector, template.child('metadata').child('labels'));
  const { matchLabels = {}, matchExpressions = [] } = spec.selector ?? {};
  if (spec.selector !== undefined && Object.keys(matchLabels).length + matchExpressions.length === 0)
    at.child('selector').invalid({}, 'empty selector is invalid for daemonset');
  checkAnyTemplate(spec.template ?? {}, template);
  const { restartPolicy = '', activeDeadlineSeconds } = spec.template?.spec ?? {};
  if (restartPolicy !== 'Always') template.child('spec').child('restartPolicy').notSupported(restartPolicy, ['Always']);
  if (activeDeadlineSeconds !== undefined)
    template
      .child('spec')
      .child('activeDeadlineSeconds')
      .forbidden('activeDeadlineSeconds in DaemonSet is not Supported');
  checkNotNegative(spec.minReadySeconds, at.child('minReadySeconds'));
  checkStrategy(spec.updateStrategy ?? {}, at.child('updateStrategy'));
  checkNotNegative(spec.revisionHistoryLimit, at.child('revisionHistoryLimit'));
}

/** Of surge and unavailability there is one. // as API server v1.34 ValidateDaemonSetUpdateStrategy */
function checkStrategy(strategy: NonNullable<DaemonSetSpec['updateStrategy']>, at: JudgedField): void {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate')
    at.notSupported(internalView(strategy, 'DaemonSetUpdateStrategy'), ['RollingUpdate', 'OnDelete']);
  else if (rollingUpdate === undefined) at.child('rollingUpdate').required();
  else {
    const fields = ['maxUnavailable', 'maxSurge'] as const;
    const rolling = at.child('rollingUpdate');
    for (const field of fields) checkShare(rollingUpdate[field], rolling.child(field));
    for (const field of fields) checkAtMostAll(rollingUpdate[field], rolling.child(field));
    const [isUnavailable, surges] = fields.map((field) => amountOf(rollingUpdate[field]) !== 0);
    if (isUnavailable && surges)
      rolling.child('maxSurge').invalid(rollingUpdate.maxSurge, 'may not be set when maxUnavailable is non-zero');
    if (!isUnavailable && !surges) rolling.child('maxUnavailable').required('cannot be 0 when maxSurge is 0');
  }
}

/** // as API server v1.34 ValidateDaemonSetStatusUpdate */
function checkStatus({ status = {} }: DaemonSet, { status: before = {} }: DaemonSet, root: JudgedField): void {
  const at = root.child('status');
  for (const field of COUNTS) checkNotNegative(status[field], at.child(field));
  checkNotDecremented(status.collisionCount, before.collisionCount, at.child('collisionCount'));
}
