import { equalJson } from '#json';
import type { Template } from '../replica-set/index.js';

/** The label that a set adds to the template. */
export const HASH = 'pod-template-hash';

/** The same but for the hash that a set adds. // as deploymentutil.EqualIgnoreHash */
export function sameTemplate(one: Template | undefined, other: Template | undefined): boolean {
  return equalJson(withoutHash(one), withoutHash(other));
}

/** The template that the Deployment of a set had. */
export function withoutHash(template: Template = {}): Template {
  const { [HASH]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}
