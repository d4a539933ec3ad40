import { ownField } from '#json';
import {
  checkName,
  compareQuantities,
  dnsLabelProblems,
  formatQuantity,
  isQuantityProblem,
  isWhole,
  parseQuantity,
  qualifiedNameProblems,
  value,
  type JudgedField,
  type Quantity,
} from '#apimachinery';
import type { ResourceList, ResourceRequirements } from './resources.js';

/** A rule about the name of a resource; where it applies decides which names there are. */
export type ResourceNameRule = (name: string, at: JudgedField) => void;

const FOR_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const STANDARD: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const HUGE_PAGES = 'hugepages-';
/** Resources that are numbers of objects. */
const COUNTED: ReadonlySet<string> = new Set([
  ...['pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps'],
  ...['persistentvolumeclaims', 'services.nodeports', 'services.loadbalancers'],
]);

/**
 * Resources of a container: cpu, memory, ephemeral-storage, huge pages and extended resources.
 * // as validateContainerResourceName
 */
export const containerResourceName: ResourceNameRule = (name, at) => {
  standardResourceName(name, at);
  if (!name.includes('/')) {
    if (!FOR_CONTAINERS.has(name) && !name.startsWith(HUGE_PAGES))
      at.invalid(name, 'must be a standard resource for containers');
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    at.invalid(name, "doesn't follow extended resource name standard");
  }
};

/** Resources of a pod as a whole: cpu, memory and huge pages. // as validatePodResourceName */
const podResourceName: ResourceNameRule = (name, at) => {
  const before = at.problems.length;
  standardResourceName(name, at);
  const supported = name === 'cpu' || name === 'memory' || name.startsWith(HUGE_PAGES);
  if (at.problems.length === before && !supported) at.notSupported(name, ['cpu', 'hugepages-', 'memory']);
};

/** Requests and limits together. // as API server v1.34 validateResourceRequirements */
function checkResources(resources: ResourceRequirements, nameRule: ResourceNameRule, at: JudgedField): void {
  const { requests = {}, limits = {} } = resources;
  checkResourceList(limits, nameRule, at.child('limits'));
  for (const [name, text] of Object.entries(requests)) {
    const path = at.child('requests').key(name);
    checkNamedAmount(name, text, { nameRule, at: path });
    checkAgainstLimit(name, resources, at);
    checkHugePages(name, text, path);
  }
  const names = [...Object.keys(requests), ...Object.keys(limits)];
  if (names.some((name) => name.startsWith(HUGE_PAGES)) && !names.includes('cpu') && !names.includes('memory')) {
    at.forbidden('HugePages require cpu or memory');
  }
}

/** Those of a container, which may name claims of its pod. // as v1.34 ValidateContainerResourceRequirements */
export function checkContainerResources(
  resources: ResourceRequirements,
  claims: ReadonlySet<string>,
  at: JudgedField,
): void {
  checkResources(resources, containerResourceName, at);
  if (resources.claims !== undefined) checkClaimNames(resources.claims, claims, at.child('claims'));
}

/** Those of a pod as a whole. // as v1.34 validatePodResourceRequirements */
export function checkPodResources(resources: ResourceRequirements, claims: ReadonlySet<string>, at: JudgedField): void {
  checkResources(resources, podResourceName, at);
  if (resources.claims !== undefined) checkClaimNames(resources.claims, claims, at.child('claims'));
}

function checkClaimNames(
  named: NonNullable<ResourceRequirements['claims']>,
  claims: ReadonlySet<string>,
  at: JudgedField,
): void {
  const seen = new Set<string>();
  const known = claims.size === 0 ? ' which is empty' : `: ${[...claims].sort().join(', ')}`;
  named.forEach(({ name = '', request = '' }, index) => {
    const path = at.index(index);
    const what = request === '' ? name : `${name}/${request}`;
    if (name === '') {
      path.required();
      return;
    }
    if (request !== '') checkName(request, dnsLabelProblems, path.child('request'));
    if (seen.has(name) || seen.has(what)) path.duplicate(what);
    seen.add(what);
    if (!claims.has(name)) path.notFound(name, `must be one of the names in pod.spec.resourceClaims${known}`);
  });
}

/** A list of amounts: names by the rule, amounts not negative, whole where they count things, whole huge pages. */
export function checkResourceList(list: ResourceList | undefined, nameRule: ResourceNameRule, at: JudgedField): void {
  for (const [name, text] of Object.entries(list ?? {})) {
    checkNamedAmount(name, text, { nameRule, at: at.key(name) });
    checkHugePages(name, text, at.key(name));
  }
}

/** The same of amounts that are sums: of pages, any amount. // as API server v1.34 ValidateResourceQuotaSpec */
export function checkAmounts(list: ResourceList | undefined, nameRule: ResourceNameRule, at: JudgedField): void {
  for (const [name, text] of Object.entries(list ?? {})) checkNamedAmount(name, text, { nameRule, at: at.key(name) });
}

/** An amount of a resource: a name by the rule, no less than nothing, whole where it counts things. */
export function checkNamedAmount(
  name: string,
  text: string | number,
  { nameRule, at }: { readonly nameRule: ResourceNameRule; readonly at: JudgedField },
): void {
  nameRule(name, at);
  const amount = parseQuantity(text);
  if (!isQuantityProblem(amount)) checkAmount(name, amount, at);
}

/** Nodes report what they have under any name, `attachable-volumes-aws-ebs` for one. */
export const anyResourceName: ResourceNameRule = () => undefined;

/** Any resource that Kubernetes knows by a short name, or a qualified one. // as validateResourceName */
export const standardResourceName: ResourceNameRule = (name, at) => {
  const before = at.problems.length;
  checkName(name, qualifiedNameProblems, at);
  if (at.problems.length > before || name.includes('/') || STANDARD.has(name) || isHugePages(name)) return;
  at.invalid(name, 'must be a standard resource type or fully qualified');
};

/** Whether Kubernetes itself counts it in quotas: all of that but plain storage. // as IsStandardQuotaResourceName */
export function isQuotaResource(name: string): boolean {
  return name !== 'storage' && (STANDARD.has(name) || isHugePages(name));
}

/** What a quota can be of. // as ValidateResourceQuotaResourceName */
export const quotaResourceName: ResourceNameRule = (name, at) => {
  standardResourceName(name, at);
  if (!name.includes('/') && !isQuotaResource(name)) at.invalid(name, 'must be a standard resource for quota');
};

/** Whether more of a resource may be promised than there is. // as v1helper IsOvercommitAllowed */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !name.startsWith(HUGE_PAGES);
}

function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES) || name.startsWith(`requests.${HUGE_PAGES}`);
}

function checkAmount(name: string, amount: Quantity, at: JudgedField): void {
  if (amount.unscaled < 0n) at.invalid(formatQuantity(amount), 'must be greater than or equal to 0');
  if (countsThings(name) && !isWhole(amount)) at.invalid(formatQuantity(amount), 'must be an integer');
}

/** // as API server v1.34 validateResourceQuantityHugePageValue */
function checkHugePages(name: string, text: string | number, at: JudgedField): void {
  const amount = parseQuantity(text);
  if (!name.startsWith(HUGE_PAGES) || isQuantityProblem(amount)) return;
  const page = parseQuantity(name.slice(HUGE_PAGES.length));
  if (isQuantityProblem(page) || page.unscaled <= 0n || !isMultiple(amount, page)) {
    at.invalid(formatQuantity(amount), `${formatQuantity(amount)} is not positive integer multiple of ${name}`);
  }
}

function checkAgainstLimit(name: string, { requests = {}, limits = {} }: ResourceRequirements, at: JudgedField): void {
  const overcommits = isOvercommitAllowed(name);
  const limitText = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (limitText === undefined) {
    if (!overcommits) at.child('limits').required('Limit must be set for non overcommitable resources');
    return;
  }
  const request = parseQuantity(ownField(requests, name) ?? '0');
  const limit = parseQuantity(limitText);
  if (isQuantityProblem(request) || isQuantityProblem(limit)) return;
  const order = compareQuantities(request, limit);
  if (order === 0 || (order < 0 && overcommits)) return;
  const relation = overcommits ? 'less than or equal to' : 'equal to';
  at.child('requests').invalid(
    formatQuantity(request),
    `must be ${relation} ${name} limit of ${formatQuantity(limit)}`,
  );
}

/** Not of a vendor: no prefix, or one of Kubernetes' own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Of a vendor: `nvidia.com/gpu`. // as helper v1.34 IsExtendedResourceName */
export function isExtendedResource(name: string): boolean {
  return (
    !isNativeResource(name) && !name.startsWith('requests.') && qualifiedNameProblems(`requests.${name}`).length === 0
  );
}

function countsThings(name: string): boolean {
  return COUNTED.has(name) || isExtendedResource(name);
}

function isMultiple(amount: Quantity, page: Quantity): boolean {
  return isWhole(amount) && isWhole(page) && value(amount) % value(page) === 0n;
}
