import type { KubernetesObject } from '../../metadata/index.js';

/** The fields of a pod that its columns read. */
export interface PrintedPod {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly object[];
    readonly initContainers?: readonly { readonly name?: string; readonly restartPolicy?: string }[];
    readonly readinessGates?: readonly { readonly conditionType?: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip?: string }[];
    readonly nominatedNodeName?: string;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[];
    readonly containerStatuses?: readonly PrintedContainer[];
    readonly initContainerStatuses?: readonly PrintedContainer[];
  };
}

interface PrintedContainer {
  readonly name?: string;
  readonly ready?: boolean;
  readonly started?: boolean | null;
  readonly restartCount?: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface ContainerState {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: {
    readonly reason?: string;
    readonly exitCode?: number;
    readonly signal?: number;
    readonly finishedAt?: string;
  };
}

/** What a pod's containers come to. */
export interface PodSummary {
  /** Ready containers, sidecars among them. */
  readonly ready: number;
  readonly total: number;
  /** The one word of the Status column. */
  readonly reason: string;
  readonly restarts: number;
  /** When a container last ended before it was restarted, in milliseconds; 0: never. */
  readonly restartedAt: number;
}

/** The restarts of some containers. */
interface Restarts {
  readonly count: number;
  readonly lastMs: number;
}

const NEVER: Restarts = { count: 0, lastMs: 0 };

/**
 * Summarises a pod as the API server prints it: the first container that holds it up names its status; init containers
 * do so until they are through. // as API server v1.34 printPod
 */
export function podSummary(pod: KubernetesObject & PrintedPod): PodSummary {
  const sidecars = sidecarsOf(pod);
  const init = initSummary(pod, sidecars);
  const total = (pod.spec?.containers?.length ?? 0) + sidecars.size;
  if (init.reason !== undefined && !isTrue(pod, 'Initialized'))
    return { ready: init.ready, total, reason: going(pod, init.reason), ...reported(init.restarts) };
  const main = mainSummary(pod, init.reason ?? waitingReason(pod));
  const restarts = added(init.ofSidecars, main.restarts);
  return { ready: init.ready + main.ready, total, reason: going(pod, main.reason), ...reported(restarts) };
}

function reported({ count, lastMs }: Restarts): Pick<PodSummary, 'restarts' | 'restartedAt'> {
  return { restarts: count, restartedAt: lastMs };
}

/** The reason of the status or its phase, and that the pod has gates. */
function waitingReason({ status }: PrintedPod): string {
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  return isGated === true ? 'SchedulingGated' : status?.reason || status?.phase || '';
}

/** A pod that is being deleted says so, unless it has ended or its node is lost. */
function going({ metadata, status }: KubernetesObject & PrintedPod, reason: string): string {
  if (metadata.deletionTimestamp === undefined) return reason;
  if (status?.reason === 'NodeLost') return 'Unknown';
  return status?.phase === 'Succeeded' || status?.phase === 'Failed' ? reason : 'Terminating';
}

function sidecarsOf({ spec }: PrintedPod): ReadonlySet<string> {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return new Set(sidecars.map(({ name = '' }) => name));
}

interface InitSummary {
  readonly ready: number;
  /** The status while an init container holds the pod up; undefined when they are through. */
  readonly reason?: string;
  readonly restarts: Restarts;
  readonly ofSidecars: Restarts;
}

/** The init containers in their order, up to the first that holds the pod up. */
function initSummary({ spec, status }: PrintedPod, sidecars: ReadonlySet<string>): InitSummary {
  let [ready, restarts, ofSidecars] = [0, NEVER, NEVER];
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    const isSidecar = sidecars.has(container.name ?? '');
    restarts = added(restarts, restartsOf(container));
    if (isSidecar) ofSidecars = added(ofSidecars, restartsOf(container));
    if (container.state?.terminated?.exitCode === 0) continue;
    if (isSidecar && container.started === true) {
      if (container.ready === true) ready += 1;
      continue;
    }
    const all = spec?.initContainers?.length ?? 0;
    const reason = `Init:${obstacleOf(container) ?? `${index}/${all}`}`;
    return { ready, reason, restarts, ofSidecars };
  }
  return { ready, restarts, ofSidecars };
}

/** Why an init container does not get on; undefined while it works. */
function obstacleOf({ state }: PrintedContainer): string | undefined {
  if (state?.terminated !== undefined) return state.terminated.reason || exitOf(state.terminated);
  const waiting = state?.waiting?.reason ?? '';
  return waiting === '' || waiting === 'PodInitializing' ? undefined : waiting;
}

/** The containers from the last to the first: the first that has something to say is heard. */
function mainSummary(pod: PrintedPod, before: string): { ready: number; reason: string; restarts: Restarts } {
  const containers = pod.status?.containerStatuses ?? [];
  let [ready, reason, restarts] = [0, before, NEVER];
  for (const container of [...containers].reverse()) {
    const { state } = container;
    restarts = added(restarts, restartsOf(container));
    if (state?.waiting?.reason) reason = state.waiting.reason;
    else if (state?.terminated !== undefined) reason = state.terminated.reason || exitOf(state.terminated);
    else if (container.ready === true && state?.running !== undefined) ready += 1;
  }
  if (reason === 'Completed' && ready > 0) reason = isTrue(pod, 'Ready') ? 'Running' : 'NotReady';
  return { ready, reason, restarts };
}

function exitOf({ signal = 0, exitCode = 0 }: NonNullable<ContainerState['terminated']>): string {
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

function isTrue({ status }: PrintedPod, condition: string): boolean {
  return (status?.conditions ?? []).some(({ type, status: value }) => type === condition && value === 'True');
}

function restartsOf({ restartCount = 0, lastState }: PrintedContainer): Restarts {
  const ended = lastState?.terminated?.finishedAt;
  return { count: restartCount, lastMs: ended === undefined ? 0 : Date.parse(ended) || 0 };
}

function added(a: Restarts, b: Restarts): Restarts {
  return { count: a.count + b.count, lastMs: Math.max(a.lastMs, b.lastMs) };
}
