import { kubernetesType, kubernetesTypes, type KubernetesType } from './field-table.js';
import { KUBERNETES_RESOURCES } from './kubernetes-resources.js';

/** A resource of Kubernetes v1.34, whether it is served here or not. */
export interface KubernetesResource extends ResourceActions {
  /** `v1`, `apps/v1` */
  readonly apiVersion: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly subresources: ReadonlyMap<string, ResourceActions>;
}

/** The actions of a resource or a subresource, and the kind of their body and answer. */
export interface ResourceActions {
  /** As the OpenAPI document has them: `get`, `list`, `post`, `put`, `patch`, `delete`, `connect`, ... */
  readonly actions: readonly string[];
  readonly body: KindReference;
}

/** The kind of an object, as the object has it. */
export interface KindReference {
  readonly apiVersion: string;
  readonly kind: string;
}

const resources: readonly KubernetesResource[] = KUBERNETES_RESOURCES.trim()
  .split(/\n(?! )/)
  .map(readResource);

const typesOfKinds = namedTypes();

/** Every resource of the served groups, in the order of the groups and of their names. */
export function kubernetesResources(): readonly KubernetesResource[] {
  return resources;
}

/** The type of a kind, or of the body of a subresource; undefined where no served group has it. */
export function typeOfKind({ apiVersion, kind }: KindReference): KubernetesType | undefined {
  return typesOfKinds.get(`${apiVersion} ${kind}`);
}

/** By apiVersion and kind. A package is that of a group where it ends in the group's first word and the version. */
function namedTypes(): ReadonlyMap<string, KubernetesType> {
  const byFullName = new Map([...kubernetesTypes()].map((type) => [type.fullName, type]));
  const found = new Map<string, KubernetesType>();
  for (const { body, subresources } of resources) {
    for (const { apiVersion, kind } of [body, ...[...subresources.values()].map((one) => one.body)]) {
      const [version = '', group = 'core'] = apiVersion.split('/').reverse();
      const type = byFullName.get(`io.k8s.api.${group.split('.', 1).join('')}.${version}.${kind}`);
      if (type !== undefined) found.set(`${apiVersion} ${kind}`, type);
    }
  }
  for (const kind of ['DeleteOptions', 'Status']) {
    const type = kubernetesType(kind);
    if (type !== undefined) found.set(`v1 ${kind}`, type);
  }
  return found;
}

function readResource(line: string): KubernetesResource {
  const [apiVersion = '', plural = '', kind = '', scope, main = '', ...others] = line.split(/\s+/);
  const subresources = others.map((text): [string, ResourceActions] => {
    const [name = '', actions = ''] = text.split(':', 2);
    return [name, readActions(actions)];
  });
  const namespaced = scope === 'namespaced';
  return { apiVersion, plural, kind, namespaced, ...readActions(main), subresources: new Map(subresources) };
}

function readActions(text: string): ResourceActions {
  const [verbs = '', body = ''] = text.split('=', 2);
  const dot = body.lastIndexOf('.');
  return { actions: verbs.split(','), body: { apiVersion: body.slice(0, dot), kind: body.slice(dot + 1) } };
}
