import { isJsonObject } from '#json';
import {
  checkNotNegative,
  dnsSubdomainProblems,
  JudgedField,
  type FieldProblem,
  type LabelSelector,
} from '#apimachinery';
import { checkMetadata, type KubernetesObject } from '../metadata/index.js';

/** autoscaling/v1 Scale: how many pods an object wants and has. */
export interface Scale extends KubernetesObject {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'Scale';
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
}

/** An object that scales pods, such as a Deployment. */
interface ScalingObject extends KubernetesObject {
  readonly spec?: { readonly replicas?: number | null; readonly selector?: unknown };
  readonly status?: { readonly replicas?: number | null };
}

/** The scale of an object. A zero that JSON omits is omitted. // as scaleFromDeployment of API server v1.34 */
export function scaleOf({ metadata, spec, status }: ScalingObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const selector = selectorText(spec?.selector);
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { ...{ name, namespace, uid, resourceVersion, creationTimestamp } } as Scale['metadata'],
    spec: spec?.replicas ? { replicas: spec.replicas } : {},
    status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}

const METADATA = { namespaced: true, name: dnsSubdomainProblems };

/** What is wrong with a scale. // as ValidateScale of API server v1.34 */
export function scaleProblems(scale: KubernetesObject): readonly FieldProblem[] {
  const root = JudgedField.root();
  checkMetadata(scale, METADATA, root);
  checkNotNegative(replicasIn(scale), root.child('spec').child('replicas'));
  return root.problems;
}

/** How many pods a scale asks for; none where it does not say so. */
export function replicasIn(scale: unknown): number {
  const spec = isJsonObject(scale) && isJsonObject(scale['spec']) ? scale['spec'] : {};
  return typeof spec['replicas'] === 'number' ? spec['replicas'] : 0;
}

/** A selector in the form of a query, by key. A ReplicationController has labels alone. */
export function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return '';
  const { matchLabels, matchExpressions } = (
    isLabelSelector(selector) ? selector : { matchLabels: selector }
  ) as LabelSelector;
  const requirements = [
    ...Object.entries(matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...(matchExpressions ?? []).map(({ key, operator, values }) => ({
      key,
      text: requirementText(key, operator, values ?? []),
    })),
  ];
  return requirements
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',');
}

/** A label of the name matchLabels has text, and a selector has an object there. */
function isLabelSelector(selector: Record<string, unknown>): boolean {
  return isJsonObject(selector['matchLabels']) || Array.isArray(selector['matchExpressions']);
}

function requirementText(key: string, operator: string, values: readonly string[]): string {
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${[...values].sort().join(',')})`;
  }
}
