import { checkImmutableAs, internalView } from '../../internals/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { checkImmutable, dnsLabelProblems, sameValue, type JudgedField } from '#apimachinery';
import {
  checkFound,
  checkGivenSelector,
  checkSameSelector,
  completeTemplate,
  type PodTemplate,
} from '../../pod-template/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { jobColumns } from './columns.js';
import { checkJobSpec, type JobSpec } from './job-spec.js';
import { checkJobStatus, type JobStatus } from './status-rules.js';

/** batch/v1 Job. */
export interface Job extends KubernetesObject {
  kind: 'Job';
  spec: JobSpec;
  status?: JobStatus;
}

/** All about the kind Job. */
export const jobKind = defineKind<Job>({
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  judgesMetadata: ['whole', 'change'],
  columns: jobColumns,
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  hasSpec: true,
  selectableFields: { 'status.succeeded': '0' },
  fieldAliases: { 'status.successful': 'status.succeeded' },
  unselectable: (field) => `field label ${JSON.stringify(field)} not supported for Job`,
  complete,
  template: ({ spec }) => spec.template,
  prepare,
  check,
  checkUpdate,
  checkStatus: ({ spec, status = {} }, before, root) =>
    checkJobStatus(status, { spec, before: before.status ?? {} }, root.child('status')),
  isCompletedByUpdate: isStoredWithoutLabels,
});

const LARGEST_INT32 = 2 ** 31 - 1;

/** One pod that has to end well. // as API server v1.34 SetDefaults_Job */
function complete(job: Job): void {
  const { spec } = job;
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : LARGEST_INT32;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  for (const { onPodConditions = [] } of spec.podFailurePolicy?.rules ?? [])
    for (const condition of onPodConditions) condition.status ||= 'True';
  spec.manualSelector ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  spec.template = completeTemplate(spec.template ?? {});
  job.status ??= {};
}

const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'] as const;
const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'] as const;
const UID_LABEL = UID_LABELS[1];

/** A new one finds its pods by its uid, unless it says how. // as API server v1.34 jobStrategy.PrepareForCreate */
function prepare(job: Job, { isNew, newUid }: Arrival): void {
  const { metadata, spec } = job;
  const template = (spec.template ??= {});
  if (isNew) {
    job.status = {};
    if (!metadata.uid && newUid !== undefined) metadata.uid = newUid();
    if (spec.manualSelector !== true) generateSelector(job, template);
  }
  // The server reads again what it has stored, and a job without labels has those of its template then.
  const { labels = {} } = template.metadata ?? {};
  if (Object.keys(metadata.labels ?? {}).length === 0 && Object.keys(labels).length > 0)
    metadata.labels = { ...labels };
}

/** Whether it was stored without labels: reading gives it those of its template, the generated ones with them. */
function isStoredWithoutLabels({ metadata, spec }: Job): boolean {
  return spec.manualSelector !== true && sameValue(metadata.labels, spec.template?.metadata?.labels);
}

function generateSelector({ metadata: { name = '', uid = '' }, spec }: Job, template: PodTemplate): void {
  const labels = ((template.metadata ??= {}).labels ??= {});
  for (const label of NAME_LABELS) labels[label] ??= name;
  for (const label of UID_LABELS) labels[label] ??= uid;
  spec.selector = { ...spec.selector, matchLabels: { [UID_LABEL]: uid, ...spec.selector?.matchLabels } };
}

/** // as API server v1.34 ValidateJob */
function check(job: Job, root: JudgedField): void {
  const { metadata, spec } = job;
  if (spec.manualSelector !== true && spec.selector !== undefined) checkGenerated(job, root);
  checkSelectingSpec(spec, root.child('spec'));
  if (spec.completionMode !== 'Indexed' || (spec.completions ?? 0) <= 0) return;
  const longest = `${metadata.name}-${(spec.completions ?? 0) - 1}`;
  if (dnsLabelProblems(longest).length > 0)
    root
      .child('metadata')
      .child('name')
      .invalid(metadata.name, `will not able to create pod with invalid DNS label: ${longest}`);
}

/** // as API server v1.34 ValidateJobSpec */
function checkSelectingSpec(spec: JobSpec, at: JudgedField): void {
  checkJobSpec(spec, at);
  if (spec.selector === undefined) at.child('selector').required();
  if (checkGivenSelector(spec.selector, at.child('selector')))
    checkFound(spec.template ?? {}, spec.selector, at.child('template').child('metadata').child('labels'));
}

/** Labels that were there before may contradict what was generated. // as API server v1.34 validateGeneratedSelector */
function checkGenerated({ metadata: { uid = '', name = '' }, spec }: Job, root: JudgedField): void {
  if (uid === '') root.child('metadata').child('uid').required();
  const at = root.child('spec');
  const labels = spec.template?.metadata?.labels ?? {};
  const expected: readonly (readonly [string, string])[] = [
    [UID_LABELS[0], uid],
    [NAME_LABELS[0], name],
    [UID_LABELS[1], uid],
    [NAME_LABELS[1], name],
  ];
  for (const [label, value] of expected) {
    const path = at.child('template').child('metadata').child('labels').key(label);
    const actual = Object.hasOwn(labels, label) ? labels[label] : undefined;
    if (actual === undefined) path.required(`must be '${value}'`);
    else if (actual !== value) path.invalid(internalView(labels, 'map'), `must be '${value}'`);
  }
  const { matchLabels = {}, matchExpressions = [] } = spec.selector ?? {};
  const generated = new Map(expected);
  const isGenerated =
    matchExpressions.length === 0 && Object.entries(matchLabels).every(([key, value]) => generated.get(key) === value);
  if (!isGenerated)
    at.child('selector').invalid(internalView(spec.selector ?? {}, 'LabelSelector'), '`selector` not auto-generated');
}

/** What a suspended job that has not started may still change of where its pods run. */
const SCHEDULING = ['nodeSelector', 'tolerations', 'schedulingGates'] as const;

/** // as API server v1.34 ValidateJobSpecUpdate */
function checkUpdate({ spec }: Job, { spec: before, status = {} }: Job, root: JudgedField): void {
  const at = root.child('spec');
  // Upstream judges the spec twice.
  checkSelectingSpec(spec, at);
  if (spec.completionMode !== 'Indexed') checkImmutable(spec.completions, before.completions, at.child('completions'));
  else if (
    spec.completions !== undefined &&
    spec.completions !== before.completions &&
    spec.completions !== spec.parallelism
  )
    at.child('completions').invalid(spec.completions, 'can only be modified in tandem with spec.parallelism');
  checkSameSelector(spec, before, at);
  const isIdle = before.suspend === true && status.startTime === undefined;
  const template = isIdle ? withSchedulingOf(spec.template ?? {}, before.template ?? {}) : before.template;
  checkImmutableAs('PodTemplateSpec', { value: spec.template, before: template }, at.child('template'));
  checkImmutable(spec.completionMode, before.completionMode, at.child('completionMode'));
  const { podFailurePolicy: value, successPolicy } = spec;
  checkImmutableAs('PodFailurePolicy', { value, before: before.podFailurePolicy }, at.child('podFailurePolicy'));
  for (const field of ['backoffLimitPerIndex', 'managedBy'] as const)
    checkImmutable(spec[field], before[field], at.child(field));
  const success = { value: successPolicy, before: before.successPolicy };
  checkImmutableAs('SuccessPolicy', success, at.child('successPolicy'));
}

/** The template before, with what may change as it is now. */
function withSchedulingOf({ metadata = {}, spec = {} }: PodTemplate, before: PodTemplate): PodTemplate {
  const { affinity, ...rest } = before.spec ?? {};
  const { nodeAffinity: _, ...others } = affinity ?? {};
  const nodeAffinity = spec.affinity?.nodeAffinity;
  const merged = { ...others, ...(nodeAffinity === undefined ? {} : { nodeAffinity }) };
  const moved = Object.fromEntries(SCHEDULING.map((field) => [field, spec[field]]));
  return {
    metadata: { ...before.metadata, labels: metadata.labels ?? {}, annotations: metadata.annotations ?? {} },
    spec: { ...rest, ...moved, ...(Object.keys(merged).length === 0 ? {} : { affinity: merged }) },
  };
}
