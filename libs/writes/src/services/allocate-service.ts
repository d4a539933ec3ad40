import type { Transaction } from '#database';
import { FieldPath, invalid, type FieldProblem } from '#apimachinery';
import { needsAddress, needsHealthPort, needsNodePorts, type ServicePort, type ServiceSpec } from '#kubernetes';
import { ok, refuse, type Outcome } from '#requests';
import type { Manifest } from '#rows';
import type { Draft, Draws } from '../changes/index.js';
import { refOf } from '../admission/index.js';
import {
  ADDRESS_RANGE,
  freeAddress,
  freePort,
  type Allocated,
  isInAddressRange,
  isInPortRange,
  PORT_RANGE,
  RESERVED,
} from './allocations.js';
import { readAllocated } from './allocated.queries.js';

/** A cluster whose head is held: what is free stays so. */
interface Writing {
  readonly tx: Transaction;
  readonly cluster: { readonly id: string };
  readonly draft: Pick<Draft, 'draws'>;
  readonly dryRun?: boolean;
}

/** What is taken, and what is drawn with. */
interface Taken extends Allocated {
  readonly draws: Pick<Draws, 'below'>;
  /** Whether a port may be any that is free: in a dry run upstream's allocator does not look at the range. */
  readonly isAnyPort?: boolean;
}

const SPEC = FieldPath.root.child('spec');

/**
 * Gives a service that is admitted what it asks for and does not name: an address of the cluster, and ports of the
 * nodes. What services have is what is taken: with one that is gone, or is of another type, its values are free.
 * // as API server v1.34 pkg/registry/core/service/storage Allocators
 */
export async function allocateService(
  { tx, cluster, draft, dryRun = false }: Writing,
  object: Manifest,
  old: Manifest | undefined,
): Promise<Outcome<Manifest>> {
  if (object.kind !== 'Service' || !isIncomplete(specOf(object), old && specOf(old))) return ok(object);
  const taken = await readAllocated(tx, cluster.id, object.metadata);
  const complete = completeService({ object, old }, { ...taken, draws: draft.draws, isAnyPort: dryRun });
  return 'problems' in complete
    ? refuse({ kind: 'ObjectInvalid', object: refOf(object), problems: complete.problems })
    : ok(complete.object);
}

/** The service with what it does not name, or what is wrong with what it names. */
export function completeService(
  { object, old }: { readonly object: Manifest; readonly old: Manifest | undefined },
  taken: Taken,
): { readonly object: Manifest } | { readonly problems: readonly FieldProblem[] } {
  const spec = structuredClone(specOf(object));
  const before = old && specOf(old);
  if (!isIncomplete(spec, before)) return { object };
  taken.addresses.add(RESERVED);
  const problems = [...completeAddress(spec, before, taken), ...completePorts(spec, before, taken)];
  return problems.length > 0 ? { problems } : { object: { ...object, spec: spec as Record<string, unknown> } };
}

function specOf({ spec = {} }: Manifest): ServiceSpec {
  return spec;
}

/** Whether anything is to be given to it, or looked at: most changes of a service are about something else. */
function isIncomplete(spec: ServiceSpec, before: ServiceSpec | undefined): boolean {
  if (before === undefined) return spec.type !== 'ExternalName' || needsNodePorts(spec);
  const values = ({ ports = [], ...rest }: ServiceSpec): string =>
    JSON.stringify([
      ports.map(({ nodePort = 0 }) => nodePort),
      ...(['clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort', 'type'] as const).map(
        (field) => rest[field],
      ),
    ]);
  const lacks =
    (needsAddress(spec) && (spec.clusterIPs ?? []).length === 0) ||
    (needsNodePorts(spec) && (spec.ports ?? []).some(({ nodePort = 0 }) => nodePort === 0)) ||
    (needsHealthPort(spec) && !spec.healthCheckNodePort);
  return lacks || values(spec) !== values(before);
}

function completeAddress(spec: ServiceSpec, before: ServiceSpec | undefined, taken: Taken): FieldProblem[] {
  if (!needsAddress(spec)) return [];
  const families = familyProblems(spec);
  if (families.length > 0) return families;
  const [given] = spec.clusterIPs ?? [];
  if (given === 'None') return [];
  spec.ipFamilyPolicy ??= 'SingleStack';
  spec.ipFamilies ??= ['IPv4'];
  if (given === undefined) {
    const address = freeAddress(taken.addresses, taken.draws);
    if (address === undefined)
      return [invalid(SPEC.child('clusterIPs'), [], 'failed to allocate a serviceIP: range is full')];
    spec.clusterIP = address;
    spec.clusterIPs = [address];
    return [];
  }
  if (before?.clusterIPs?.includes(given) === true) return [];
  const why = !isInAddressRange(given)
    ? `the provided IP (${given}) is not in the valid range. The range of valid IPs is ${ADDRESS_RANGE}`
    : taken.addresses.has(given) && 'provided IP is already allocated';
  return why === false
    ? []
    : [invalid(SPEC.child('clusterIPs'), spec.clusterIPs, `failed to allocate IP ${given}: ${why}`)];
}

/** The cluster has IPv4 alone. // as API server v1.34 initIPFamilyFields */
function familyProblems({
  clusterIPs = [],
  ipFamilies = [],
  ipFamilyPolicy = 'SingleStack',
  selector = {},
}: ServiceSpec): FieldProblem[] {
  const path = SPEC.child('ipFamilyPolicy');
  const given: readonly (readonly [readonly unknown[], string])[] = [
    [clusterIPs, 'cluster IPs'],
    [ipFamilies, 'IP families'],
  ];
  const more = ({ length }: readonly unknown[]): boolean => ipFamilyPolicy === 'SingleStack' && length === 2;
  const unsound = [
    ...given.flatMap(([list, what]) =>
      more(list) ? [invalid(path, ipFamilyPolicy, `${TWO} ${what} are specified`)] : [],
    ),
    ...clusterIPs.flatMap((address, index) =>
      index >= ipFamilies.length && address.includes(':')
        ? [invalid(SPEC.child('clusterIPs').index(index), clusterIPs, 'IPv6 is not configured on this cluster')]
        : [],
    ),
  ];
  if (unsound.length > 0) return unsound;
  // Without a selector its endpoints may be of any family.
  if (clusterIPs[0] === 'None' && Object.keys(selector).length === 0) return [];
  return [
    ...(ipFamilyPolicy === 'RequireDualStack'
      ? [invalid(path, ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...ipFamilies.flatMap((family, index) =>
      family === 'IPv6'
        ? [invalid(SPEC.child('ipFamilies').index(index), family, 'not configured on this cluster')]
        : [],
    ),
  ];
}

const TWO = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";

function completePorts(spec: ServiceSpec, before: ServiceSpec | undefined, taken: Taken): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { ports = [] } = spec;
  if (needsNodePorts(spec)) {
    const own = new Set((before?.ports ?? []).map(({ nodePort = 0 }) => nodePort));
    ports.forEach(({ nodePort = 0 }, index) => {
      const why = nodePort === 0 || own.has(nodePort) ? undefined : portFault(nodePort, taken);
      if (why !== undefined) problems.push(invalid(SPEC.child('ports').index(index).child('nodePort'), nodePort, why));
    });
    for (const { nodePort = 0 } of ports) taken.ports.add(nodePort);
    for (const port of ports) if (!port.nodePort) problems.push(...givePort(port, ports, taken));
  }
  if (!needsHealthPort(spec)) return problems;
  const health = spec.healthCheckNodePort ?? 0;
  if (health === 0) {
    const found = freePort(taken.ports, taken.draws);
    if (found !== undefined) spec.healthCheckNodePort = found;
  } else if (health !== before?.healthCheckNodePort) {
    const why = portFault(health, taken);
    if (why !== undefined) problems.push(invalid(SPEC.child('healthCheckNodePort'), health, why));
  }
  return problems;
}

// as portallocator v1.34 PortAllocationOperation.Allocate
function portFault(port: number, { ports, isAnyPort = false }: Taken): string | undefined {
  if (!isAnyPort && !isInPortRange(port))
    return `provided port is not in the valid range. The range of valid ports is ${PORT_RANGE}`;
  return ports.has(port) ? 'provided port is already allocated' : undefined;
}

/** The same port of two protocols is the same port of the nodes. */
function givePort(port: ServicePort, ports: readonly ServicePort[], taken: Taken): FieldProblem[] {
  const alike = ports.find(
    (one) => one.nodePort && one.port === port.port && (one.protocol ?? 'TCP') !== (port.protocol ?? 'TCP'),
  );
  const found = alike?.nodePort ?? freePort(taken.ports, taken.draws);
  const at = SPEC.child('ports').index(ports.indexOf(port)).child('nodePort');
  if (found === undefined) return [invalid(at, 0, 'failed to allocate a nodePort: range is full')];
  port.nodePort = found;
  taken.ports.add(found);
  return [];
}
