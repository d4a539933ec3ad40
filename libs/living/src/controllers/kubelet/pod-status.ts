import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import { timeOf } from '../../clock/index.js';
import { conditionOf, kubeletConditions, type SaidCondition } from '../../pods/index.js';
import { containersOf, type Outcome, type PodRun, type SpecContainer } from './pod-run.js';
import type { PodSettings } from './settings.js';

/** A ContainerStatus. */
interface ContainerStatus {
  readonly name: string;
  readonly image: string;
  readonly imageID: string;
  readonly restartCount: number;
  readonly ready: boolean;
  readonly started: boolean;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  /** What it has of its node, once it has run: all that it asks for. */
  readonly resources?: SpecContainer['resources'];
  readonly allocatedResources?: object;
}

interface ContainerState {
  readonly running?: { readonly startedAt?: string };
  readonly waiting?: { readonly reason: string };
  readonly terminated?: object;
}

/** What a status is made of. */
export interface Reported {
  readonly run: PodRun;
  readonly settings: PodSettings;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The status that the kubelet of a started pod writes. */
export function runningStatus(pod: Pod, reported: Reported): NonNullable<Pod['status']> {
  const { run, outcome, now } = reported;
  const containers = containersOf(pod);
  const reports = containers.map((container) => [container, statusOf(container, reported, containers)] as const);
  const of = (isInit: boolean): ContainerStatus[] =>
    reports.filter(([container]) => container.isInit === isInit).map(([, status]) => status);
  const [init, apps] = [of(true), of(false)];
  const hasEnded = outcome === 'Succeeded' || outcome === 'Failed';
  const sidecars = reports.filter(([{ isSidecar }]) => isSidecar).map(([, status]) => status);
  const unready = [...sidecars, ...apps].filter(({ ready }) => !ready).map(({ name }) => name);
  const said = hasEnded
    ? endConditions(outcome, run.appsAt !== undefined)
    : liveConditions(pod, { isInitialized: run.appsAt !== undefined, unready });
  const status = {
    ...pod.status,
    ...observed(pod),
    phase: hasEnded ? outcome : run.appsAt === undefined ? 'Pending' : 'Running',
    conditions: kubeletConditions(pod, said, timeOf(now)),
    startTime: pod.status?.startTime ?? timeOf(run.seenAt),
    ...(init.length > 0 && { initContainerStatuses: init }),
    containerStatuses: apps,
  };
  return status as object;
}

/** The status of a pod that its kubelet has seen and not started: its containers are being created. */
export function seenStatus(pod: Pod, { run, settings, now }: Reported): NonNullable<Pod['status']> {
  const creating = runningStatus(pod, { run, settings: { ...settings, waiting: undefined }, outcome: 'waits', now });
  const isInitialized = containersOf(pod).every(({ isInit }) => !isInit);
  const said: SaidCondition[] = [
    { type: 'PodReadyToStartContainers', status: 'False' },
    ...(isInitialized ? [{ type: 'Initialized', status: 'True' } as const] : []),
  ];
  return { ...creating, conditions: [...kubeletConditions({ ...pod, status: creating }, said, timeOf(now))] };
}

/** The status of a pod whose containers were ended: with 143 those that ran. */
export function endedStatus(
  pod: Pod,
  { now, ...why }: { readonly now: number; readonly reason?: string; readonly message?: string },
): NonNullable<Pod['status']> {
  const end = (status: object): object => {
    const { state = {} } = status as { readonly state?: ContainerState };
    const given = state.running?.startedAt;
    const terminated = {
      ...{ exitCode: 143, reason: 'Error' },
      ...(given !== undefined && { startedAt: given }),
      finishedAt: timeOf(now),
    };
    return { ...status, ready: false, started: false, state: state.running === undefined ? state : { terminated } };
  };
  const { containerStatuses = [], initContainerStatuses } = pod.status ?? {};
  const isInitialized = conditionOf(pod, 'Initialized')?.status === 'True';
  const status = {
    ...pod.status,
    ...observed(pod),
    ...why,
    phase: 'Failed',
    conditions: kubeletConditions(pod, endConditions('Failed', isInitialized), timeOf(now)),
    containerStatuses: containerStatuses.map(end),
    ...(initContainerStatuses !== undefined && { initContainerStatuses: initContainerStatuses.map(end) }),
  };
  return status as object;
}

/** The status of a pod whose containers end, as far as its kubelet has seen the pod. */
export function endingStatus(pod: Pod): NonNullable<Pod['status']> {
  return { ...pod.status, ...observed(pod) };
}

/** Which generation of the pod a status is of. // as kubelet v1.34 SetPodStatus */
function observed({ metadata: { generation } }: Pod): { observedGeneration?: number } {
  return generation === undefined ? {} : { observedGeneration: generation };
}

/** Whether a container of the pod runs, or has run. */
export function hasRun({ status }: Pod): boolean {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.some((one) => {
    const { state, lastState } = one as { readonly state?: ContainerState; readonly lastState?: ContainerState };
    return state?.running !== undefined || state?.terminated !== undefined || lastState?.terminated !== undefined;
  });
}

function statusOf(
  container: SpecContainer,
  { run, settings, outcome, now }: Reported,
  all: readonly SpecContainer[],
): ContainerStatus {
  const { name, image, isInit, isSidecar } = container;
  const found = ownField(run.containers, name);
  const base = { name, image, imageID: '', restartCount: found?.restarts ?? 0, ready: false, started: false };
  if (found === undefined) {
    const reason = settings.waiting ?? (all.some((one) => one.isInit) ? 'PodInitializing' : 'ContainerCreating');
    return { ...base, state: { waiting: { reason } }, lastState: {} };
  }
  const { state, startedAt, endedAt = now, code = 0, last } = found;
  if (state === 'waiting')
    return {
      ...base,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: ended({ code, startedAt, endedAt }),
    };
  const began = { ...base, ...allotted(container), lastState: last === undefined ? {} : ended(last) };
  if (state === 'ended') return { ...began, ready: isInit && code === 0, state: ended({ code, startedAt, endedAt }) };
  const isOver = isSidecar && (outcome === 'Succeeded' || outcome === 'Failed');
  if (isOver) return { ...began, state: ended({ code: 143, startedAt, endedAt: now }) };
  const readyAfter = settings.container(name, isInit).readyAfter(found.restarts);
  const ready = (!isInit || isSidecar) && readyAfter !== undefined && startedAt + readyAfter <= now;
  return { ...began, ready, started: true, state: { running: { startedAt: timeOf(startedAt) } } };
}

/** A resize is taken at once. // as kubelet v1.34 convertToAPIContainerStatuses */
function allotted({ resources }: SpecContainer): Pick<ContainerStatus, 'resources' | 'allocatedResources'> {
  const { requests } = resources;
  return { resources, ...(requests !== undefined && { allocatedResources: requests }) };
}

function ended({
  code,
  startedAt,
  endedAt,
}: {
  readonly code: number;
  readonly startedAt: number;
  readonly endedAt: number;
}): ContainerState {
  const times = { startedAt: timeOf(startedAt), finishedAt: timeOf(endedAt) };
  return { terminated: { exitCode: code, reason: code === 0 ? 'Completed' : 'Error', ...times } };
}

function liveConditions(
  pod: Pod,
  { isInitialized, unready }: { readonly isInitialized: boolean; readonly unready: readonly string[] },
): readonly SaidCondition[] {
  const why =
    unready.length === 0
      ? {}
      : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` };
  const gates = (
    (pod.spec as { readonly readinessGates?: readonly { readonly conditionType?: string }[] }).readinessGates ?? []
  ).map(({ conditionType = '' }) => conditionType);
  const closed = gates.filter((type) => conditionOf(pod, type)?.status !== 'True');
  const gated = {
    reason: 'ReadinessGatesNotReady',
    message: closed.map((type) => `corresponding condition of pod readiness gate "${type}" does not exist.`).join(', '),
  };
  const isReady = unready.length === 0;
  return [
    { type: 'PodReadyToStartContainers', status: 'True' },
    isInitialized
      ? { type: 'Initialized', status: 'True' }
      : { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized' },
    {
      type: 'Ready',
      status: isReady && closed.length === 0 ? 'True' : 'False',
      ...(isReady && closed.length > 0 ? gated : why),
    },
    { type: 'ContainersReady', status: isReady ? 'True' : 'False', ...why },
  ];
}

function endConditions(outcome: 'Succeeded' | 'Failed', isInitialized: boolean): readonly SaidCondition[] {
  const reason = outcome === 'Succeeded' ? 'PodCompleted' : 'PodFailed';
  const initialized = { type: 'Initialized', status: 'True', ...(outcome === 'Succeeded' && { reason }) };
  return [
    { type: 'PodReadyToStartContainers', status: 'False' },
    isInitialized ? initialized : { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized' },
    { type: 'Ready', status: 'False', reason },
    { type: 'ContainersReady', status: 'False', reason },
  ];
}
