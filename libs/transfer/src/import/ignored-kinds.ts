import { allKinds } from '#kubernetes';
import { didYouMean, shortened } from '#apimachinery';

/** A kind that is not stored, and how many objects of it an import brought. */
export interface IgnoredKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
  /** What that means for the placement of pods. */
  readonly message: string;
}

const NO_MATTER = 'it does not matter for placement';

/** What it means that a kind of Kubernetes is not stored; of all other kinds it is unknown. */
const MEANINGS: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'custom resources are not kept: import the pods that their controllers made',
  Config: 'this is a kubeconfig, which is no manifest: import what kubectl get -o yaml prints',
  Kustomization: 'this is a kustomization: import what kubectl kustomize prints',
  ...Object.fromEntries(
    [
      'ComponentStatus',
      ...['APIService', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
      ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding', 'FlowSchema', 'IPAddress', 'ServiceCIDR'],
      ...['PriorityLevelConfiguration', 'CertificateSigningRequest', 'VolumeAttributesClass', 'NodeMetrics'],
      'PodMetrics',
    ].map((kind) => [kind, NO_MATTER]),
  ),
};

/** Distinct kinds that a report names; an input with more of them holds no manifests. */
const MOST_KINDS = 100;

/** Whether placement may depend on objects of this kind: of kinds that are not of Kubernetes itself it is not known. */
export function mattersIgnored(apiVersion: string, kind: string): boolean {
  const meaning = Object.hasOwn(MEANINGS, kind) ? MEANINGS[kind] : undefined;
  return !isOfKubernetes(apiVersion) || meaning !== NO_MATTER;
}

/** Why an object of this kind is not stored, and what that means. */
export function whyIgnored(apiVersion: string, kind: string): string {
  return `kind ${kind} of ${apiVersion} is not kept${meaningOf(apiVersion, kind)}`;
}

function meaningOf(apiVersion: string, kind: string): string {
  if (!isOfKubernetes(apiVersion)) return ': nothing is known here of kinds that are not of Kubernetes itself';
  const elsewhere = allKinds().find((one) => one.kind === kind)?.apiVersion;
  if (elsewhere !== undefined) return `, did you mean ${kind} of ${elsewhere}?`;
  const meaning = Object.hasOwn(MEANINGS, kind) ? MEANINGS[kind] : undefined;
  if (meaning !== undefined) return `: ${meaning}`;
  const hint = didYouMean(
    kind,
    allKinds().map((one) => one.kind),
  );
  return hint === '' ? ': nothing is known of it here' : hint;
}

/** Groups of Kubernetes itself have no dot, or are under k8s.io. */
function isOfKubernetes(apiVersion: string): boolean {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/** The kinds that an import brought and that are not stored. */
export class IgnoredKinds {
  readonly #counts = new Map<string, { readonly apiVersion: string; readonly kind: string; count: number }>();

  add(apiVersion: string, kind: string): void {
    const key = `${shortened(apiVersion)} ${shortened(kind)}`;
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < MOST_KINDS) this.#counts.set(key, { apiVersion, kind, count: 1 });
  }

  get reported(): IgnoredKind[] {
    return [...this.#counts.values()].map(({ apiVersion, kind, count }) => ({
      apiVersion: shortened(apiVersion),
      kind: shortened(kind),
      count,
      message: shortened(whyIgnored(apiVersion, kind)),
    }));
  }
}
