import { ownField } from '#json';
import {
  checkLabels,
  checkLabelSelector,
  checkNotNegative,
  compileRequirements,
  labelSelectorRequirements,
  object,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import { checkImmutableAs, internalView } from '../internals/index.js';
import { checkAnnotations, metadata, type ObjectMeta } from '../metadata/index.js';
import {
  checkPodAnnotations,
  checkPodSpec,
  checkProfilesMatch,
  defaultPodSpec,
  podSpec,
  type PodSpec,
} from '../pod-spec/index.js';

/** core/v1 PodTemplateSpec. */
export interface PodTemplate {
  metadata?: Partial<ObjectMeta>;
  spec?: PodSpec;
}

/** core/v1 PodTemplateSpec, as a decoder. */
export const podTemplate = object<PodTemplate>({ metadata, spec: podSpec });

/** What the pods of a template get is filled in already in the template. */
export function defaultTemplate(template: PodTemplate | undefined): void {
  if (template !== undefined) defaultPodSpec((template.spec ??= {}));
}

/** The same, with the metadata that the API server prints of a template though there is none. */
export function completeTemplate(template: PodTemplate): PodTemplate {
  template.metadata ??= {};
  defaultTemplate(template);
  return template;
}

/** How many pods there are to be, and for how long they must be ready. */
export function checkCounts(
  { replicas, minReadySeconds }: { readonly replicas?: number; readonly minReadySeconds?: number },
  at: JudgedField,
): void {
  checkNotNegative(replicas, at.child('replicas'));
  checkNotNegative(minReadySeconds, at.child('minReadySeconds'));
}

/**
 * The selector of what counts its pods: it is there and says something; `empty` is what is said where it does not.
 * Answers whether it can be compiled, as none can.
 */
function checkOwnSelector(selector: LabelSelector | undefined, empty: string, at: JudgedField): boolean {
  if (selector === undefined) {
    at.required();
    return true;
  }
  const isSound = checkGivenSelector(selector, at);
  const says = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length;
  if (says === 0) at.invalid(internalView(selector, 'LabelSelector'), empty);
  return isSound;
}

/** A selector, where there is one. Answers whether it can be compiled. */
export function checkGivenSelector(selector: LabelSelector | undefined, at: JudgedField): boolean {
  checkLabelSelector(selector, at);
  return selector === undefined || 'requirements' in labelSelectorRequirements(selector);
}

/**
 * A template that makes pods which the selector of their controller finds, and which stay. Of no selector, nothing is
 * found. // as API server v1.34 ValidatePodTemplateSpecForReplicaSet, ForRC and ForStatefulSet
 */
export function checkTemplate(
  template: PodTemplate | undefined,
  { kind, selector }: { readonly kind: string; readonly selector: LabelSelector | undefined },
  at: JudgedField,
): void {
  if (template === undefined) {
    at.required();
    return;
  }
  checkFound(template, selector, at.child('metadata').child('labels'));
  checkAnyTemplate(template, at);
  // Upstream reports the metadata of this template twice.
  if (kind === 'StatefulSet') checkTemplateLabels(template, at);
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== 'Always') at.child('spec').child('restartPolicy').notSupported(restartPolicy, ['Always']);
  if (activeDeadlineSeconds !== undefined)
    at.child('spec').child('activeDeadlineSeconds').forbidden(`activeDeadlineSeconds in ${kind} is not Supported`);
}

/** A template of pods that may end. // as API server v1.34 ValidatePodTemplateSpec */
export function checkAnyTemplate(template: PodTemplate, at: JudgedField): void {
  const { metadata: { annotations } = {}, spec = {} } = template;
  checkTemplateLabels(template, at);
  checkPodSpec(spec, at.child('spec'));
  checkProfilesMatch(annotations, spec, at.child('spec'));
  if (spec.ephemeralContainers !== undefined)
    at.child('spec').child('ephemeralContainers').forbidden('ephemeral containers not allowed in pod template');
}

/** The paths leave the metadata out, as upstream. */
function checkTemplateLabels(
  { metadata: { labels, annotations } = {}, spec = {} }: PodTemplate,
  at: JudgedField,
): void {
  checkLabels(labels, at.child('labels'));
  checkAnnotations(annotations, at.child('annotations'));
  checkPodAnnotations(annotations, spec, at.child('annotations'));
}

/** The selector of a controller that its template is judged by; `unsound` is what is said of one that is none. */
export function checkSelectedTemplate(
  { selector, template }: { readonly selector?: LabelSelector; readonly template: PodTemplate | undefined },
  { kind, empty, unsound }: { readonly kind: string; readonly empty: string; readonly unsound: string },
  at: JudgedField,
): void {
  const path = at.child('selector');
  if (checkOwnSelector(selector, empty, path)) checkTemplate(template, { kind, selector }, at.child('template'));
  else path.invalid(internalView(selector, 'LabelSelector'), unsound);
}

/** What a controller counts does not change. */
export function checkSameSelector(
  { selector: value }: { readonly selector?: LabelSelector },
  { selector: before }: { readonly selector?: LabelSelector },
  at: JudgedField,
): void {
  checkImmutableAs('LabelSelector', { value, before }, at.child('selector'));
}

/** The selector of a controller finds the pods of its template. */
export function checkFound(
  { metadata: { labels } = {} }: PodTemplate,
  selector: LabelSelector | undefined,
  at: JudgedField,
): void {
  if (!finds(selector, labels))
    at.invalid(labels && internalView(labels, 'map'), '`selector` does not match template `labels`');
}

/** Whether the selector matches; one of labels alone matches by them, of any form. */
function finds(selector: LabelSelector | undefined, labels: Record<string, string> | undefined): boolean {
  if (selector === undefined) return false;
  const read = labelSelectorRequirements(selector);
  if ('requirements' in read) return compileRequirements(read.requirements)(labels);
  return Object.entries(selector.matchLabels ?? {}).every(
    ([key, value]) => labels !== undefined && ownField(labels, key) === value,
  );
}
