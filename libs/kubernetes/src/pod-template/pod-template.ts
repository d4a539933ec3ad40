import { object } from '../decoding/index.js';
import {
  checkLabelSelector,
  compileRequirements,
  labelSelectorRequirements,
  type LabelSelector,
} from '../label-selector/index.js';
import { metadata, type ObjectMeta } from '../metadata/index.js';
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
  if (template?.spec !== undefined) defaultPodSpec(template.spec);
}

/** How many pods there are to be, and for how long they must be ready. */
export function checkCounts(
  { replicas, minReadySeconds }: { readonly replicas?: number; readonly minReadySeconds?: number },
  at: JudgedField,
): void {
  checkNotNegative(replicas, at.child('replicas'));
  checkNotNegative(minReadySeconds, at.child('minReadySeconds'));
}

/** The selector of what counts its pods: it is there and says something. */
export function checkOwnSelector(selector: LabelSelector | undefined, at: JudgedField): void {
  if (selector === undefined) {
    at.required();
    return;
  }
  checkLabelSelector(selector, at);
  const says = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length;
  if (says === 0) at.invalid(selector, 'empty selector is invalid');
}

/** A template that makes pods which its own selector finds. */
export function checkTemplate(
  template: PodTemplate | undefined,
  selector: LabelSelector | undefined,
  at: JudgedField,
): void {
  if (template === undefined) {
    at.required();
    return;
  }
  const labels = template.metadata?.labels;
  checkLabels(labels, at.child('metadata').child('labels'));
  const read = labelSelectorRequirements(selector ?? {});
  if ('requirements' in read && !compileRequirements(read.requirements)(labels)) {
    at.child('metadata')
      .child('labels')
      .invalid(labels ?? {}, '`selector` does not match template `labels`');
  }
  if (template.spec !== undefined) checkPodSpec(template.spec, at.child('spec'));
}
