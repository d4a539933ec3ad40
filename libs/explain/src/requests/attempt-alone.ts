import { DenseExecutor, schedulePod, type Attempt, type Pod, type Profile, type Snapshot } from '#scheduler';

/**
 * What the engine alone says of a pod, ties going to the first by name: extenders are not asked, what they would say is
 * theirs alone, and no pod is preempted.
 */
export function attemptAlone(
  { snapshot, profile }: { readonly snapshot: Snapshot; readonly profile: Profile },
  pod: Pod,
): Attempt {
  const executor = new DenseExecutor();
  const alone = { ...profile, extenders: [] };
  const input = { profile: alone, snapshot, executor, pod, tieBreak: { rule: 'first' as const }, ordinal: 0 };
  const attempt = schedulePod({ ...input, mayMakeRoom: false });
  let step = attempt.next();
  // What is asked of the outside is taken to be allowed.
  while (step.done !== true) step = attempt.next(step.value.map(() => ({ allowed: true as const })));
  return step.value;
}
