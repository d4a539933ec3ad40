import type { ContainerSettings } from './settings.js';

/** A container of a pod as its kubelet knows it; times in milliseconds since 1970. JSON. */
export interface ContainerRun {
  readonly state: 'running' | 'waiting' | 'ended';
  /** Since when it runs, or ran last. */
  readonly startedAt: number;
  /** When it ended last. */
  readonly endedAt?: number;
  /** Of its last end. */
  readonly code?: number;
  /** How often it was started again. */
  readonly restarts: number;
  /** Ends since it last ran for long: how long the next start is put off. */
  readonly setbacks: number;
  /** Of one that waits: when it starts again. */
  readonly restartAt?: number;
  /** The run before the present one. */
  readonly last?: { readonly code: number; readonly startedAt: number; readonly endedAt: number };
}

/** How a container goes on after its end. */
export interface RestartRule {
  readonly restarts: (code: number) => boolean;
}

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** A container that has run for so long begins anew. */
const LONG_RUN_MS = 600_000;

export function startedRun(now: number): ContainerRun {
  return { state: 'running', startedAt: now, restarts: 0, setbacks: 0 };
}

/** What a status says of a container. */
export interface SeenContainer {
  readonly restartCount?: number;
  readonly state?: SeenState;
  readonly lastState?: SeenState;
}

interface SeenState {
  readonly running?: { readonly startedAt?: string };
  readonly terminated?: { readonly startedAt?: string; readonly finishedAt?: string; readonly exitCode?: number };
}

/** A container that ran before its kubelet came to know of it, by its status; undefined where it has not run. */
export function seenRun({
  restartCount: restarts = 0,
  state = {},
  lastState = {},
}: SeenContainer): ContainerRun | undefined {
  const [end, last] = [endOf(state), endOf(lastState)];
  const before = last && { last: { code: last.code, startedAt: last.startedAt, endedAt: last.endedAt } };
  const startedAt = Date.parse(state.running?.startedAt ?? '');
  if (!Number.isNaN(startedAt)) return { state: 'running', startedAt, restarts, setbacks: restarts, ...before };
  if (end !== undefined) return { state: 'ended', ...end, restarts, setbacks: restarts, ...before };
  if (last === undefined) return undefined;
  const setbacks = restarts + 1;
  return { state: 'waiting', ...last, restarts, setbacks, restartAt: last.endedAt + backOff(restarts) };
}

function endOf({ terminated }: SeenState): { startedAt: number; endedAt: number; code: number } | undefined {
  if (terminated === undefined) return undefined;
  const [startedAt, endedAt] = [terminated.startedAt, terminated.finishedAt].map((time) => Date.parse(time ?? ''));
  const isKnown = startedAt !== undefined && endedAt !== undefined && !Number.isNaN(startedAt + endedAt);
  return isKnown ? { startedAt, endedAt, code: terminated.exitCode ?? 0 } : undefined;
}

/** The container as it is now: ended if its time is over, and started again if that is due. */
export function tick(
  run: ContainerRun,
  { runFor, exitCode }: ContainerSettings,
  { now, restarts }: RestartRule & { readonly now: number },
): ContainerRun {
  const span = run.state === 'running' ? runFor(run.restarts) : undefined;
  if (span !== undefined && run.startedAt + span <= now)
    return ended(run, { code: exitCode(run.restarts), now, restarts });
  if (run.state === 'waiting' && (run.restartAt ?? Infinity) <= now) return again(run, now);
  return run;
}

/** When something happens to a container by itself; Infinity: never. */
export function nextOf(run: ContainerRun, { runFor, readyAfter }: ContainerSettings, now: number): number {
  if (run.state === 'waiting') return run.restartAt ?? Infinity;
  if (run.state === 'ended') return Infinity;
  const spans = [runFor(run.restarts), readyAfter(run.restarts)];
  const times = spans.flatMap((after) => (after === undefined ? [] : [run.startedAt + after]));
  return Math.min(Infinity, ...times.filter((at) => at > now));
}

/** At once the first time, then after 10 s, 20 s ... 300 s. */
function ended(
  run: ContainerRun,
  { code, now, restarts }: RestartRule & { readonly code: number; readonly now: number },
): ContainerRun {
  const over = { ...run, state: 'ended', endedAt: now, code } as const;
  if (!restarts(code)) return over;
  const setbacks = now - run.startedAt >= LONG_RUN_MS ? 0 : run.setbacks;
  const wait = backOff(setbacks);
  const waiting = { ...over, state: 'waiting', setbacks: setbacks + 1, restartAt: now + wait } as const;
  return wait === 0 ? again(waiting, now) : waiting;
}

function backOff(setbacks: number): number {
  return setbacks === 0 ? 0 : Math.min(FIRST_BACK_OFF_MS * 2 ** (setbacks - 1), LONGEST_BACK_OFF_MS);
}

function again(run: ContainerRun, now: number): ContainerRun {
  const { code = 0, startedAt, endedAt = now, restarts, setbacks } = run;
  return { state: 'running', startedAt: now, restarts: restarts + 1, setbacks, last: { code, startedAt, endedAt } };
}
