import type { Container, ContainerPort, ObjectMeta, PodSpec } from '#kubernetes';
import { FieldPath } from '#apimachinery';
import { fractionWarnings } from './amount-warnings.js';
import { annotationPath } from './annotation-warnings.js';

const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const BYTES = ['memory', 'ephemeral-storage'];

/** A container, and where it is. */
interface Placed {
  readonly container: Container;
  readonly at: FieldPath;
}

/** What is odd about the containers of a pod, or of a template that is at `at`. */
export function containersWarnings(
  at: FieldPath,
  { metadata, spec }: { readonly metadata: Pick<ObjectMeta, 'annotations'>; readonly spec: PodSpec },
): string[] {
  const placed = (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ container, at: at.child('spec').child(list).index(index) })),
  );
  // Of a pod it is reported where its field is made of the annotation.
  const tellsAppArmor = at !== FieldPath.root && spec.securityContext?.appArmorProfile === undefined;
  return [
    ...placed.flatMap((one) => [
      ...profileWarnings(one.container, at, { annotations: metadata.annotations ?? {}, tellsAppArmor }),
      ...amountWarnings(one),
      ...envWarnings(one),
    ]),
    ...portWarnings(placed),
    ...portNameWarnings(placed),
  ];
}

function profileWarnings(
  { name = '', securityContext = {} }: Container,
  at: FieldPath,
  { annotations, tellsAppArmor }: { readonly annotations: Record<string, string>; readonly tellsAppArmor: boolean },
): string[] {
  const { seccompProfile, appArmorProfile } = securityContext;
  return [
    ...(seccompProfile === undefined && Object.hasOwn(annotations, SECCOMP + name)
      ? [`${annotationPath(at, SECCOMP + name)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...(tellsAppArmor && appArmorProfile === undefined && Object.hasOwn(annotations, APP_ARMOR + name)
      ? [`${annotationPath(at, APP_ARMOR + name)}: deprecated since v1.30; use the "appArmorProfile" field instead`]
      : []),
  ];
}

/** Memory first, as the API server tells it. */
function amountWarnings({ container: { resources = {} }, at }: Placed): string[] {
  return BYTES.flatMap((resource) =>
    (['limits', 'requests'] as const).flatMap((field) =>
      fractionWarnings(resources[field], [resource], at.child('resources').child(field)),
    ),
  );
}

/** One that hides another, unless it is made of it. */
function envWarnings({ container: { env = [] }, at }: Placed): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name = '', value = '', valueFrom }, index) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const reference = `$(${name})`;
    if (valueFrom === undefined && value !== reference && value.includes(reference)) return [];
    const hides = `hides previous definition of ${JSON.stringify(name)}`;
    return [`${at.child('env').index(index).toString()}: ${hides}, which may be dropped when using apply`];
  });
}

interface PlacedPort {
  readonly port: ContainerPort;
  readonly field: string;
}

function portsOf(containers: readonly Placed[]): PlacedPort[] {
  return containers.flatMap(({ container, at }) =>
    (container.ports ?? []).map((port, index) => ({ port, field: at.child('ports').index(index).toString() })),
  );
}

/** A name that finds another port. */
function portNameWarnings(containers: readonly Placed[]): string[] {
  const known = new Map<string, string>();
  return portsOf(containers).flatMap(({ port: { name = '' }, field }) => {
    const other = known.get(name);
    if (name === '' || other === undefined) {
      known.set(name, field);
      return [];
    }
    const use = `services and probes that select ports by name will use ${other}`;
    return [`${field}: duplicate port name ${JSON.stringify(name)} with ${other}, ${use}`];
  });
}

function portWarnings(containers: readonly Placed[]): string[] {
  const known = new Map<string, PlacedPort[]>();
  return portsOf(containers).flatMap((one) => {
    const { containerPort = 0, protocol = '', hostIP = '', hostPort = 0 } = one.port;
    const key = `${containerPort}/${protocol}`;
    const others = known.get(key) ?? [];
    known.set(key, [...others, one]);
    return [
      ...(hostIP !== '' && hostPort === 0 ? [`${one.field}: hostIP set without hostPort: ${asStruct(one.port)}`] : []),
      ...others.flatMap((other) => {
        const clash = clashOf(one.port, other.port);
        return clash === undefined ? [] : [`${one.field}: ${clash} port definition with ${other.field}`];
      }),
    ];
  });
}

function clashOf({ hostIP = '', hostPort = 0 }: ContainerPort, other: ContainerPort): string | undefined {
  const { hostIP: otherIp = '', hostPort: otherPort = 0 } = other;
  if (hostIP === otherIp && hostPort === otherPort) return 'duplicate';
  if (hostPort === 0 || otherPort === 0) return 'overlapping';
  return hostPort === otherPort && (hostIP === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}

/** As Go prints the structure. */
function asStruct({ name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' }: ContainerPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}
