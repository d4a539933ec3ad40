import { spreadDomains, type IncomingPod, type Profile, type ReadableSnapshot, type SpreadDomains } from '#scheduler';

/** The arguments of PodTopologySpread where the profile filters by it; undefined where it does not. */
export function spreadArgsOf({ points }: Pick<Profile, 'points'>): object | undefined {
  const bound = points.filter.find(({ plugin }) => plugin.name === 'PodTopologySpread');
  return bound && (bound.args ?? {});
}

/** The hard default constraints of a profile that hold for a pod: it has none of its own. */
export function defaultSpread(
  incoming: IncomingPod,
  { snapshot, profile }: { readonly snapshot: ReadableSnapshot; readonly profile: Pick<Profile, 'points'> },
): readonly SpreadDomains[] {
  const args = spreadArgsOf(profile);
  const isOwn = (incoming.pod.spec?.topologySpreadConstraints ?? []).length > 0;
  return isOwn || args === undefined ? [] : spreadDomains({ pod: incoming, snapshot, args });
}
