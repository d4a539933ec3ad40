import type { Run, RunProgressReport, SchedulingService } from '#scheduling';

/**
 * How far a run is that this process works on; null of any other. A caller that sees a part of a run's result does not
 * learn how many pods it has decided by now: they are others' too.
 */
export function progressOf(run: Run, scheduling: Pick<SchedulingService, 'progress'>): RunProgressReport | null {
  if (run.state !== 'running' || run.redacted === true) return null;
  return scheduling.progress(run.id) ?? null;
}
