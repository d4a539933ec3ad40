import {
  daemonNodeUse,
  daemonPodSpec,
  type DaemonNodeUse,
  type DaemonSpec,
  type KubernetesObject,
  type Pod,
  type Taint,
} from '#kubernetes';
import { IncomingPod } from '#scheduler';
import type { Template } from '../replica-set/index.js';

interface GivenSpec extends DaemonSpec {
  readonly nodeName?: string;
}

const GOES: DaemonNodeUse = { shouldRun: false, mayStay: false };
const uses = new WeakMap<Template, (node: KubernetesObject) => DaemonNodeUse>();

/** What is done with each node by the template of the set's pods. // as NodeShouldRunDaemonPod */
export function nodeUses(template: Template): (node: KubernetesObject) => DaemonNodeUse {
  const known = uses.get(template);
  if (known !== undefined) return known;
  const spec = (template.spec ?? {}) as GivenSpec;
  const { requiredNodes } = new IncomingPod({ spec: template.spec ?? {} });
  const useBy = daemonNodeUse(spec);
  const made = (node: KubernetesObject): DaemonNodeUse => {
    const { name, labels = {} } = node.metadata;
    const isNamed = (spec.nodeName ?? '') === '' || spec.nodeName === name;
    return isNamed && requiredNodes({ name, labels }) ? useBy(taintsOf(node)) : GOES;
  };
  uses.set(template, made);
  return made;
}

/** The template of the pod for a node. */
export function templateFor(template: Template, node: string): Template {
  return { ...template, spec: daemonPodSpec((template.spec ?? {}) as GivenSpec, node) };
}

/** The node that a pod is on, or asks for. // as GetTargetNodeName */
export function targetNode({ spec }: Pod): string {
  const { nodeName = '', affinity } = (spec ?? {}) as {
    readonly nodeName?: string;
    readonly affinity?: { readonly nodeAffinity?: { readonly [REQUIRED]?: { readonly nodeSelectorTerms?: Terms } } };
  };
  if (nodeName !== '') return nodeName;
  const terms = affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0] ?? '';
}

/** Whether what a DaemonSet reads of a node is another. */
export function isOtherNode(before: KubernetesObject, after: KubernetesObject): boolean {
  const seen = (node: KubernetesObject): string => JSON.stringify([node.metadata.labels, taintsOf(node)]);
  return seen(before) !== seen(after);
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
type Terms = readonly {
  readonly matchFields?: readonly { readonly key?: string; readonly values?: readonly string[] }[];
}[];

function taintsOf(node: KubernetesObject): readonly Taint[] {
  const { taints = [] } = ((node as { readonly spec?: object }).spec ?? {}) as { readonly taints?: readonly Taint[] };
  return taints;
}
