import type { Container, OwnerReference, Pod } from './objects.js';
import type { Labels } from '#kubernetes';

/** The fields of a class's text, as `schedulingClass` writes them. */
interface ClassFields {
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly controller?: OwnerReference;
  readonly owner?: { readonly name?: string; readonly uid?: string };
  readonly containers?: readonly ClassContainer[];
  readonly initContainers?: readonly ClassContainer[];
  readonly requests?: object;
  readonly terminating?: boolean;
  readonly resizing?: unknown;
}

interface ClassContainer {
  readonly image?: string;
  readonly restartPolicy?: string;
  readonly requests?: Readonly<Record<string, string | number>>;
  readonly hostPorts?: Container['ports'];
}

/**
 * What the pods of a class have in common, as the JSON of a pod: `metadata` with namespace, labels and the controller
 * among the owners, and of `spec` what scheduling reads. Whoever decides by it answers alike for the whole class.
 */
export function podOfClass(text: string): Pod {
  const fields = JSON.parse(text) as ClassFields;
  const { namespace, labels, controller, owner, containers, initContainers, requests, terminating, ...spec } = fields;
  const { resizing: _, ...rest } = spec;
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
      ...(requests !== undefined && { resources: { requests } as NonNullable<Container['resources']> }),
    },
  };
}

function containerOf({ image, restartPolicy, requests, hostPorts }: ClassContainer): Container {
  return {
    ...(image !== undefined && { image }),
    ...(restartPolicy !== undefined && { restartPolicy }),
    ...(requests !== undefined && { resources: { requests } }),
    ...(hostPorts !== undefined && { ports: hostPorts }),
  };
}
