import { inSight } from '#access';
import type { DecisionFilter, LabelCondition, RevisionBound } from './decision-filter.js';

/** A digest is a profile's version; everything else is a profile's name. */
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * What a filter asks of a decision `d` with its profile `p`, as SQL; `parameter` gives the parameter that stands for a
 * value. What an index over decisions answers is what these conditions answer.
 */
export function decisionConditions(filter: DecisionFilter, parameter: (value: unknown) => string): string[] {
  const found: string[] = [];
  const { run, pod, namespace, node, outcome, agreement, profile, since, until, labels = [] } = filter;
  if (run !== undefined) found.push(`d.run_id = ${parameter(run)}::uuid`);
  if (pod !== undefined)
    found.push(`d.pod_namespace = ${parameter(pod.namespace)} AND d.pod_name = ${parameter(pod.name)}`);
  if (namespace !== undefined) found.push(`d.pod_namespace = ${parameter(namespace)}`);
  if (node !== undefined) found.push(`d.node_name = ${parameter(node)}`);
  if (outcome !== undefined) found.push(`d.outcome = ${parameter(outcome)}`);
  if (agreement !== undefined) found.push(`d.observed ->> 'agreement' = ${parameter(agreement)}`);
  if (profile !== undefined)
    found.push(
      DIGEST.test(profile)
        ? `d.profile_digest = decode(${parameter(profile)}, 'hex')`
        : `p.name = ${parameter(profile)}`,
    );
  if (since !== undefined) found.push(`d.at >= ${parameter(since)}`);
  if (until !== undefined) found.push(`d.at < ${parameter(until)}`);
  if (filter.sight !== undefined) found.push(...inSight(filter.sight, 'd.pod_namespace', parameter));
  if (filter.upTo !== undefined) found.push(isUpTo(filter.upTo, parameter));
  found.push(...rejectionConditions(filter, parameter));
  // The dearest look comes last.
  if (labels.length > 0) found.push(labelConditions(labels, parameter));
  return found;
}

/**
 * Times rise with revisions, and two may have the same one: the time leads to the rows, the part of the run says
 * which revision they are of.
 */
export function isUpTo({ revision, at }: RevisionBound, parameter: (value: unknown) => string): string {
  return `d.at <= ${parameter(at)} AND EXISTS (SELECT FROM run_parts part WHERE part.cluster_id = d.cluster_id
      AND part.run_id = d.run_id
    AND d.ordinal BETWEEN part.first_ordinal AND part.first_ordinal + part.count - 1
    AND part.revision <= ${parameter(revision)})`;
}

function rejectionConditions(
  { plugin, reason, obstacle }: DecisionFilter,
  parameter: (value: unknown) => string,
): string[] {
  if (plugin === undefined && reason === undefined) return [];
  const wanted = { ...(plugin === undefined ? {} : { plugin }), ...(reason === undefined ? {} : { reason }) };
  const there = `d.rejections @> ${parameter(JSON.stringify([wanted]))}::jsonb`;
  if (obstacle === undefined) return [there];
  const isWanted = Object.keys(wanted)
    .map((name) => `@.${name} == $${name}`)
    .join(' && ');
  const path = obstacle === 'alone' ? `$[*] ? (!(${isWanted}))` : `$[*] ? (${isWanted} && @.nodes.${obstacle} > 0)`;
  const exists = `jsonb_path_exists(d.rejections, '${path}', ${parameter(JSON.stringify(wanted))}::jsonb)`;
  return [there, obstacle === 'alone' ? `NOT ${exists}` : exists];
}

/** The labels of the pod of a decision `d`, as jsonb: as the pod is, or as it last was. */
export const POD_LABELS = `coalesce(
  (SELECT o.manifest #> '{metadata,labels}' FROM pods o
   WHERE o.cluster_id = d.cluster_id AND o.namespace = d.pod_namespace AND o.name = d.pod_name AND o.uid = d.pod_uid),
  (SELECT CASE c.op WHEN 'evict' THEN convert_from(c.body, 'UTF8')::jsonb #> '{pod,metadata,labels}'
    ELSE convert_from(c.body, 'UTF8')::jsonb #> '{metadata,labels}' END
   FROM changes c WHERE c.cluster_id = d.cluster_id AND c.uid = d.pod_uid AND c.kind = 'Pod'
     AND c.op IN ('delete', 'evict') ORDER BY c.position LIMIT 1))`;

function labelConditions(labels: readonly LabelCondition[], parameter: (value: unknown) => string): string {
  const pairs = labels.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]));
  // A label cannot have two values: both are asked for, in an object each.
  const wanted = pairs.map((pair) => `found.labels @> ${parameter(JSON.stringify(Object.fromEntries([pair])))}::jsonb`);
  const keys = labels.flatMap(({ key, value }) => (value === null ? [key] : []));
  if (keys.length > 0) wanted.push(`found.labels ?& ${parameter(keys)}::text[]`);
  return `EXISTS (SELECT FROM (SELECT ${POD_LABELS} AS labels) found WHERE ${wanted.join(' AND ')})`;
}
