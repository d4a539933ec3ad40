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
  'hcloud',
  'ionos.com',
  'openstack.org',
  'cloudstack.apache.org',
  'baidubce.com',
  'ksyun.com',
  'jdcloud.com',
  'ncloud.com',
  'kakaocloud.com',
  'gcore.com',
  'nebius.com',
  'nebius.ai',
  'crusoe.ai',
  'lambda.ai',
  'selectel.ru',
  'leaseweb.com',
  'infomaniak.com',
  'platform9.com',
  'mirantis.com',
  'kubermatic.io',
  'cast.ai',
  'spot.io',
  'spotinst.io',
  'equinix.com',
  'vmware.com',
  'nutanix.com',
  'gardener.cloud',
  'metal3.io',
  'k3s.io',
  'microk8s.io',
  'rke2.io',
  'talos.dev',
  'sidero.dev',
  'kubevirt.io',
  'harvesterhci.io',
  'cattle.io',
  'nvidia.com',
  'amd.com',
  'intel.com',
  'habana.ai',
];

/**
 * Names of labels, in any domain and without one, for what a machine is and where it stands; words in kebab-case. A
 * node belongs to a pool by how it was made, not by a label.
 */
const NAMES: ReadonlySet<string> = new Set([
  'arch',
  'architecture',
  'os',
  'operating-system',
  'os-image',
  'os-version',
  'os-family',
  'os-sku',
  'os-distribution',
  'kernel',
  'kernel-version',
  'hostname',
  'host',
  'node-name',
  'node-id',
  'instance',
  'instance-id',
  'instance-type',
  'instance-family',
  'instance-size',
  'instance-category',
  'instance-generation',
  'machine-type',
  'machine-family',
  'vm-size',
  'vm-type',
  'server-type',
  'flavor',
  'provider',
  'provider-id',
  'region',
  'zone',
  'zone-id',
  'az',
  'availability-zone',
  'failure-domain',
  'fault-domain',
  'data-center',
  'datacenter',
  'location',
  'agentpool',
  'agent-pool',
  'nodepool',
  'node-pool',
  'nodegroup',
  'node-group',
  'capacity-type',
  'cpu-model',
  'gpu-model',
  'gpu-type',
  'gpu-product',
  'accelerator',
  'accelerator-type',
]);

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
      NAMES.has(inKebabCase(label.slice(label.lastIndexOf('/') + 1))) ||
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

/** `instanceType` and `instance_type` are `instance-type`. */
function inKebabCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[_.]/g, '-')
    .toLowerCase();
}
