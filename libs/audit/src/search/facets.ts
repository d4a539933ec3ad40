import type { DecisionFilter, DecisionOutcome } from '../decisions/index.js';
import { isObstacle, OBSTACLES, type Subject } from '../sums/index.js';

/** What a decision is found by, as far as it is not in its rejections. */
export interface FacetSource {
  readonly namespace: string;
  readonly node: string | null;
  readonly outcome: DecisionOutcome;
  /** Null of a decision of Berth. */
  readonly agreement: string | null;
  readonly profile: { readonly digest: string; readonly name: string } | null;
  /** Of its pod. */
  readonly labels: Readonly<Record<string, string>> | null;
}

/** Between the parts of a facet: no name has it, and a reason, which may, is the last part. */
const BETWEEN = '\u001f';

const facet = (...parts: readonly string[]): string => parts.join(BETWEEN);

/** A digest is a profile's version; everything else is a profile's name. */
const DIGEST = /^[0-9a-f]{64}$/;

/** All that a decision can be found by, its rejections apart. */
export function facetsOf({ namespace, node, outcome, agreement, profile, labels }: FacetSource): string[] {
  const found = [facet('namespace', namespace), facet('outcome', outcome)];
  if (node !== null) found.push(facet('node', node));
  if (agreement !== null) found.push(facet('agreement', agreement));
  if (profile !== null) found.push(facet('version', profile.digest), facet('profile', profile.name));
  for (const [key, value] of Object.entries(labels ?? {})) found.push(facet('has', key), facet('label', key, value));
  return found;
}

/** All that it can be found by of what turned nodes down. Where no plugin is named, none can be asked for. */
export function facetsOfSubjects(subjects: readonly Subject[]): string[] {
  return subjects.flatMap((one) => {
    if (one.subject === 'resource' || (one.subject !== 'reason' && one.plugin === null)) return [];
    const ways = ['there', ...OBSTACLES.filter((obstacle) => isObstacle(one, obstacle))];
    return ways.map((way) => subjectFacet(way, one));
  });
}

function subjectFacet(
  way: string,
  { subject, plugin, reason }: Pick<Subject, 'subject' | 'plugin' | 'reason'>,
): string {
  return facet(subject, way, ...[plugin, reason].flatMap((part) => part ?? []));
}

/** What a decision must have all of to be found by a filter; the time, the run and the pod are no facets. */
export function facetsOfFilter(filter: DecisionFilter): string[] {
  const { namespace, node, outcome, agreement, profile, labels = [], obstacle = 'there' } = filter;
  const { plugin = null, reason = null }: { readonly plugin?: string | null; readonly reason?: string | null } = filter;
  const wanted: string[] = [];
  if (namespace !== undefined) wanted.push(facet('namespace', namespace));
  if (node !== undefined) wanted.push(facet('node', node));
  if (outcome !== undefined) wanted.push(facet('outcome', outcome));
  if (agreement !== undefined) wanted.push(facet('agreement', agreement));
  if (profile !== undefined) wanted.push(facet(DIGEST.test(profile) ? 'version' : 'profile', profile));
  for (const { key, value } of labels) wanted.push(value === null ? facet('has', key) : facet('label', key, value));
  if (plugin !== null || reason !== null) {
    const subject = reason === null ? 'plugin' : plugin === null ? 'reason' : 'rejection';
    wanted.push(subjectFacet(obstacle, { subject, plugin, reason }));
  }
  return [...new Set(wanted)];
}
