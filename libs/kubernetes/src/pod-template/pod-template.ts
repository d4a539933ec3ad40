import { object } from '../decoding/index.js';
import {
  checkLabelSelector,
  compileRequirements,
  labelSelectorRequirements,
  type LabelSelector,
} from '../label-selector/index.js';
import { checkAnnotations, metadata, type ObjectMeta } from '../metadata/index.js';
import { checkPodSpec, defaultPodSpec, podSpec, type PodSpec } from '../pod-spec/index.js';
import type { JudgedField } from '../problems/index.js';
import { checkLabels, checkNotNegative } from '../validation/index.js';

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

/** How many pods there are to be, and for how long they must be ready. */
export function checkCounts(
  { replicas, minReadySeconds }: { readonly replicas?: number; readonly minReadySeconds?: number },
  at: JudgedField,
): void {
  checkNotNegative(replicas, at.child('replicas'));
  checkNotNegative(minReadySeconds, at.child('minReadySeconds'));
}

/** The selector of what counts its pods: it is there and says something; `empty` is what is said where it does not. */
export function checkOwnSelector(selector: LabelSelector | undefined, empty: string, at: JudgedField): void {
  if (selector === undefined) {
    at.required();
    return;
  }
  checkLabelSelector(selector, at);
  const says = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length;
  if (says === 0) at.invalid(selector, empty);
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
  const { metadata: { labels, annotations } = {}, spec = {} } = template;
  if (!finds(selector, labels))
    at.child('metadata').child('labels').invalid(labels, '`selector` does not match template `labels`');
  // The paths leave the metadata out, as upstream.
  checkLabels(labels, at.child('labels'));
  checkAnnotations(annotations, at.child('annotations'));
  checkPodSpec(spec, at.child('spec'));
  if (spec.ephemeralContainers !== undefined)
    at.child('spec').child('ephemeralContainers').forbidden('ephemeral containers not allowed in pod template');
  const { restartPolicy = '' } = spec;
  if (restartPolicy !== 'Always') at.child('spec').child('restartPolicy').notSupported(restartPolicy, ['Always']);
  if (spec.activeDeadlineSeconds !== undefined)
    at.child('spec').child('activeDeadlineSeconds').forbidden(`activeDeadlineSeconds in ${kind} is not Supported`);
}

/** Whether the selector matches; what is wrong with the selector itself is said of it. */
function finds(selector: LabelSelector | undefined, labels: Record<string, string> | undefined): boolean {
  if (selector === undefined) return false;
  const read = labelSelectorRequirements(selector);
  return !('requirements' in read) || compileRequirements(read.requirements)(labels);
}
