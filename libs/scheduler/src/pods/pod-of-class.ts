import type { Container, OwnerReference, Pod } from '../objects/index.js';
import type { Labels } from '#apimachinery';

type Amounts = Readonly<Record<string, string | number>>;

/** The fields of a class's text, as `schedulingClass` writes them. */
interface ClassFields {
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly controller?: OwnerReference;
  readonly owner?: { readonly name?: string; readonly uid?: string };
  readonly containers?: readonly ClassContainer[];
  readonly initContainers?: readonly ClassContainer[];
  readonly requests?: Amounts;
  readonly limits?: Amounts;
  readonly terminating?: boolean;
  readonly resizing?: unknown;
}

interface ClassContainer {
  readonly image?: string;
  readonly restartPolicy?: string;
  readonly requests?: Amounts;
  readonly limits?: Amounts;
  readonly hostPorts?: Container['ports'];
}

/**
 * What the pods of a class have in common, as the JSON of a pod: `metadata` with namespace, labels and the controller
 * among the owners, and of `spec` what scheduling reads. A decision by it is the same for the whole class.
 */
export function podOfClass(text: string): Pod {
  const fields = JSON.parse(text) as ClassFields;
  const { namespace, labels, controller, owner, containers, initContainers, ...spec } = fields;
  const { requests, limits, terminating: _gone, resizing: _, ...rest } = spec;
  return {
    metadata: {
      ...owner,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
      ...(controller !== undefined && { ownerReferences: [controller] }),
    },
    spec: {
      ...rest,
      containers: (containers ?? []).map(containerOf),
      ...(initContainers !== undefined && { initContainers: initContainers.map(containerOf) }),
      ...resourcesOf({ requests, limits }),
    },
  };
}

/** Neither is there where the class has neither. */
function resourcesOf({
  requests,
  limits,
}: {
  readonly requests?: Amounts | undefined;
  readonly limits?: Amounts | undefined;
}): Pick<Container, 'resources'> {
  if (requests === undefined && limits === undefined) return {};
  return { resources: { ...(requests && { requests }), ...(limits && { limits }) } };
}

function containerOf({ image, restartPolicy, requests, limits, hostPorts }: ClassContainer): Container {
  return {
    ...(image !== undefined && { image }),
    ...(restartPolicy !== undefined && { restartPolicy }),
    ...resourcesOf({ requests, limits }),
    ...(hostPorts !== undefined && { ports: hostPorts }),
  };
}
