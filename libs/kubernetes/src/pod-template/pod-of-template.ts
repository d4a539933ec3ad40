import type { ObjectMeta, OwnerReference } from '../metadata/index.js';

/** A template as it stands in a controller's object, which admission has seen or not. */
interface GivenTemplate {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: object;
}

/** Which pod is made of a template, and whose it is. */
export interface PodOfTemplate {
  readonly namespace?: string;
  /** With neither this nor `generateName` the pod has no name yet. */
  readonly name?: string;
  /** What a name begins with that the API server ends. */
  readonly generateName?: string;
  readonly owner: OwnerReference;
  /** Besides those of the template, whose place they take. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A pod as a controller creates it of a template; admission has not seen it. // as GetPodFromTemplate */
export function podOfTemplate(
  { metadata: given = {}, spec = {} }: GivenTemplate,
  { owner, labels, annotations, ...named }: PodOfTemplate,
): { apiVersion: 'v1'; kind: 'Pod'; metadata: ObjectMeta; spec: object } {
  const noted = { ...given.annotations, ...annotations };
  const metadata: ObjectMeta = {
    name: '',
    ...named,
    labels: { ...given.labels, ...labels },
    ...(Object.keys(noted).length > 0 && { annotations: noted }),
    ...(given.finalizers !== undefined && { finalizers: given.finalizers }),
    ownerReferences: [owner],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}
