import { FieldPath, forbidden, type FieldProblem } from '#apimachinery';
import type { Extender } from '#scheduler';

/** Hosts that extenders may be on: `name`, on every port, or `name:port`. */
export type AllowedHosts = readonly string[];

/**
 * Why an extender may not be called; undefined when it may. Names are compared as they are written: what an allowed
 * name resolves to is the responsibility of the operator that allowed it.
 */
export function whyNotAllowed(urlPrefix: string, allowed: AllowedHosts): string | undefined {
  if (!URL.canParse(urlPrefix)) return `${JSON.stringify(urlPrefix)} is no URL`;
  const { hostname, port, protocol } = new URL(urlPrefix);
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const isAllowed = allowed.some((host) => [hostname, withPort].includes(host.toLowerCase()));
  return isAllowed ? undefined : `extenders on ${hostname} may not be called: BERTH_EXTENDER_HOSTS does not name it`;
}

/** What is wrong with the hosts of extenders, where they were given. */
export function hostProblems(
  extenders: readonly Extender[],
  { allowed, at }: { readonly allowed: AllowedHosts; readonly at: FieldPath },
): FieldProblem[] {
  return [...new Set(extenders.map(({ urlPrefix }) => whyNotAllowed(urlPrefix, allowed)))].flatMap((why) =>
    why === undefined ? [] : [forbidden(at.child('extenders'), why)],
  );
}
