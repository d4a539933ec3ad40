import { ownField } from '#json';
import { DESCRIPTIONS } from '../generated/descriptions.js';

/** The description of a type or a field of Kubernetes, such as `PodSpec.nodeName`; empty where it has none. */
export function descriptionOf(name: string): string {
  return ownField(DESCRIPTIONS, name) ?? '';
}
