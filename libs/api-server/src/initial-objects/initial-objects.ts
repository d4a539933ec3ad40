import type { Controllers } from '#kubernetes';
import type { InitialObject } from './initial-object.js';
import { SYSTEM_PRIORITY_CLASSES } from './system-priority-classes.js';

/** A cluster, as far as the objects that it begins with depend on it. */
export interface InitialContext {
  /** When the cluster was created, as metav1.Time. */
  readonly createdAt: string;
  readonly controllers: Controllers;
}

/** The namespaces of a new cluster. // as kube-apiserver v1.34 systemnamespaces, and its service `kubernetes` */
export const INITIAL_NAMESPACES: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** What each namespace begins with, where controllers act: // as serviceaccounts and rootcacertpublisher of v1.34 */
const OF_NAMESPACES: Readonly<Record<string, (namespace: string) => InitialObject>> = {
  ServiceAccount: (namespace) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace },
  }),
  ConfigMap: (namespace) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kube-root-ca.crt', namespace, annotations: { 'kubernetes.io/description': DESCRIPTION } },
    // Nothing runs in a modelled cluster that would verify a server.
    data: { 'ca.crt': '' },
  }),
};

const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
  'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes ' +
  'clusters.';

/** The first address of the range of service addresses is that of the API server. */
const API_SERVER = '10.96.0.1';

const OF_CLUSTERS: Readonly<Record<string, readonly InitialObject[]>> = {
  Namespace: INITIAL_NAMESPACES.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  })),
  Service: [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { component: 'apiserver', provider: 'kubernetes' },
      },
      spec: {
        clusterIP: API_SERVER,
        clusterIPs: [API_SERVER],
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
      status: { loadBalancer: {} },
    },
  ],
  // The server of a modelled cluster has no address in it.
  EndpointSlice: [
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        generation: 1,
        labels: { 'kubernetes.io/service-name': 'kubernetes' },
      },
      addressType: 'IPv4',
      endpoints: [],
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    },
  ],
  PriorityClass: SYSTEM_PRIORITY_CLASSES,
};

/** The objects of a kind that a cluster begins with, beside those that every namespace has. */
export function initialOfCluster(kind: string, { createdAt }: InitialContext): InitialObject[] {
  const objects = Object.hasOwn(OF_CLUSTERS, kind) ? (OF_CLUSTERS[kind] ?? []) : [];
  return objects.map((object) => createdThen(object, createdAt));
}

/** Whether every namespace has an object of a kind from its first moment, where these controllers act. */
export function isInitialOfNamespaces(kind: string, { controllers }: Pick<InitialContext, 'controllers'>): boolean {
  return controllers !== 'none' && Object.hasOwn(OF_NAMESPACES, kind);
}

/** The object of such a kind in a namespace that was created then. */
export function initialOfNamespace(
  kind: string,
  { namespace, createdAt }: { readonly namespace: string; readonly createdAt: string },
): InitialObject | undefined {
  const make = Object.hasOwn(OF_NAMESPACES, kind) ? OF_NAMESPACES[kind] : undefined;
  return make && createdThen(make(namespace), createdAt);
}

function createdThen(object: InitialObject, creationTimestamp: string): InitialObject {
  return { ...object, metadata: { ...object.metadata, creationTimestamp } };
}
