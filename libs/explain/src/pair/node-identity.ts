import type { NodeSelectorTerm } from '#kubernetes';
import type { ClusterObject, ReadableSnapshot } from '#scheduler';

/**
 * Domains whose labels say what a node is or where: those that the kubelet, cloud providers, node provisioners and
 * feature discovery set from the machine itself.
 */
const DOMAINS: readonly string[] = [
  'kubernetes.io',
  'k8s.io',
  'x-k8s.io',
  'karpenter.sh',
  'eksctl.io',
  'amazonaws.com',
  'k8s.aws',
  'cloud.google.com',
  'gke.io',
  'azure.com',
  'openshift.io',
  'digitalocean.com',
  'hetzner.cloud',
  'linode.com',
  'oraclecloud.com',
  'aliyun.com',
  'alibabacloud.com',
  'ibm.com',
  'scaleway.com',
  'vultr.com',
  'ovhcloud.com',
  'cloud.tencent.com',
  'huaweicloud.com',
  'volcengine.com',
  'yandex.cloud',
  'exoscale.com',
  'civo.com',
  'upcloud.com',
  'stackit.cloud',
  'coreweave.com',
  'outscale.com',
  'equinix.com',
  'vmware.com',
  'nutanix.com',
  'gardener.cloud',
  'metal3.io',
  'k3s.io',
  'microk8s.io',
  'cattle.io',
  'nvidia.com',
  'amd.com',
  'intel.com',
  'habana.ai',
];

/** Labels in such domains are topologies, of the cloud or of a storage driver. */
const TOPOLOGY = 'topology.';

/** Which labels say what a node is: a label that does is no setting, and another value of it does not make it true. */
export class NodeIdentity {
  readonly #own: ReadonlySet<string>;
  #volumes: ReadonlySet<string> | undefined;

  /** `more`: labels, or domains of labels (`acme.io`, `acme.io/`), that say so beside those that are known. */
  constructor(
    private readonly snapshot: Pick<ReadableSnapshot, 'objects'>,
    more: readonly string[] = [],
  ) {
    this.#own = new Set(more.map((one) => (one.endsWith('/') ? one.slice(0, -1) : one)));
  }

  says(label: string): boolean {
    const domain = label.includes('/') ? label.slice(0, label.indexOf('/')) : '';
    return (
      this.#own.has(label) ||
      domain.startsWith(TOPOLOGY) ||
      DOMAINS.some((known) => isWithin(domain, known)) ||
      [...this.#own].some((own) => isWithin(domain, own)) ||
      this.#topologyOfVolumes.has(label)
    );
  }

  /** The labels by which volumes, their classes and their drivers say where they can be used. */
  get #topologyOfVolumes(): ReadonlySet<string> {
    if (this.#volumes !== undefined) return this.#volumes;
    const { persistentVolumes = [], storageClasses = [], csiNodes = [] } = this.snapshot.objects;
    const keys = [
      ...(persistentVolumes as readonly Volume[]).flatMap(({ spec }) =>
        keysOf(spec?.nodeAffinity?.required?.nodeSelectorTerms),
      ),
      ...(storageClasses as readonly Class[]).flatMap(({ allowedTopologies }) =>
        (allowedTopologies ?? []).flatMap((term) => (term.matchLabelExpressions ?? []).map(({ key }) => key)),
      ),
      ...(csiNodes as readonly Driven[]).flatMap(({ spec }) =>
        (spec?.drivers ?? []).flatMap(({ topologyKeys }) => topologyKeys ?? []),
      ),
    ];
    this.#volumes = new Set(keys);
    return this.#volumes;
  }
}

interface Volume extends ClusterObject {
  readonly spec?: {
    readonly nodeAffinity?: {
      readonly required?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null } | null;
    } | null;
  };
}

interface Class extends ClusterObject {
  readonly allowedTopologies?:
    readonly { readonly matchLabelExpressions?: readonly { readonly key: string }[] }[] | null;
}

interface Driven extends ClusterObject {
  readonly spec?: { readonly drivers?: readonly { readonly topologyKeys?: readonly string[] | null }[] | null };
}

function keysOf(terms: readonly NodeSelectorTerm[] | null | undefined): readonly string[] {
  return (terms ?? []).flatMap(({ matchExpressions }) => (matchExpressions ?? []).map(({ key }) => key));
}

function isWithin(domain: string, known: string): boolean {
  return domain === known || domain.endsWith(`.${known}`);
}
