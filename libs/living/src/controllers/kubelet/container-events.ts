import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import type { NewEvent } from '../../events/index.js';
import type { ContainerRun } from './container-run.js';
import { containersOf, type PodRun } from './pod-run.js';

/** A pod before and after its kubelet has looked at it. */
export interface Looked {
  readonly before: PodRun;
  readonly after: PodRun;
  /** The kubelet says all that a real one does: of images, and of containers that are made. */
  readonly isVerbose: boolean;
  /** The reason for which the containers wait, if they never start. */
  readonly waiting: string | undefined;
}

/** What a kubelet says of the containers of a pod. */
export function* containerEvents(pod: Pod, { before, after, isVerbose, waiting }: Looked): Iterable<NewEvent> {
  if (isVerbose && before.startedAt === undefined && after.startedAt !== undefined && waiting !== undefined)
    yield* neverStarting(pod, waiting);
  for (const [name, run] of Object.entries(after.containers)) {
    const known = ownField(before.containers, name);
    if (hasStarted(run, known)) {
      if (isVerbose) yield* made(pod, name);
      yield { about: pod, type: 'Normal', reason: 'Started', message: `Started container ${name}` };
    }
    if (run.state !== 'waiting' || known?.state === 'waiting') continue;
    const { namespace = '', name: podName, uid = '' } = pod.metadata;
    const message = `Back-off restarting failed container ${name} in pod ${podName}_${namespace}(${uid})`;
    yield { about: pod, type: 'Warning', reason: 'BackOff', message };
  }
}

/** What a kubelet says of a deleted pod: of each container that runs, of sidecars last. */
export function* endEvents(pod: Pod): Iterable<NewEvent> {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  for (const status of [...containerStatuses, ...initContainerStatuses]) {
    const { name = '', state = {} } = status as {
      readonly name?: string;
      readonly state?: { readonly running?: object };
    };
    if (state.running !== undefined)
      yield { about: pod, type: 'Normal', reason: 'Killing', message: `Stopping container ${name}` };
  }
}

function hasStarted(run: ContainerRun, known: ContainerRun | undefined): boolean {
  if (run.state !== 'running') return false;
  return known?.startedAt !== run.startedAt || known.restarts !== run.restarts;
}

// as kubelet v1.34
function* made(pod: Pod, name: string): Iterable<NewEvent> {
  const image = containersOf(pod).find((container) => container.name === name)?.image ?? '';
  const pulled = `Container image "${image}" already present on machine`;
  yield { about: pod, type: 'Normal', reason: 'Pulled', message: pulled };
  yield { about: pod, type: 'Normal', reason: 'Created', message: `Created container: ${name}` };
}

function* neverStarting(pod: Pod, waiting: string): Iterable<NewEvent> {
  for (const { image } of containersOf(pod)) {
    if (waiting === 'ImagePullBackOff')
      yield { about: pod, type: 'Normal', reason: 'BackOff', message: `Back-off pulling image "${image}"` };
    yield { about: pod, type: 'Warning', reason: 'Failed', message: `Error: ${waiting}` };
  }
}
