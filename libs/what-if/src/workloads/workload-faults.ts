import { ownField } from '#json';
import { compileLabelSelector, type LabelSelector } from '#kubernetes';
import type { FieldFault } from '../field-fault.js';
import { part, type Json } from './workload.js';

/** Kinds whose selector has to find the pods of their template. */
const SELECTING = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'];

/** What is wrong with an object that makes pods, beside its template. // as API server v1.34 apps and batch */
export function workloadFaults(object: Json): FieldFault[] {
  const { kind } = object;
  const spec = part(object, 'spec');
  if (kind === 'CronJob') return jobFaults(part(spec, 'jobTemplate', 'spec'), 'spec.jobTemplate.spec');
  if (kind === 'Job') return jobFaults(spec, 'spec');
  return [
    ...countFaults(spec, ['replicas', 'minReadySeconds'], 'spec'),
    ...(SELECTING.includes(String(kind)) ? selectorFaults(spec) : []),
    ...restartFaults(spec, ['Always'], 'spec'),
  ];
}

function jobFaults(spec: Json, at: string): FieldFault[] {
  const counts = countFaults(spec, ['parallelism', 'completions', 'backoffLimit'], at);
  return [...counts, ...restartFaults(spec, ['Never', 'OnFailure'], at)];
}

function countFaults(spec: Json, fields: readonly string[], at: string): FieldFault[] {
  return fields
    .filter((field) => Number(ownField(spec, field)) < 0)
    .map((field) => ({
      field: `${at}.${field}`,
      message: `Invalid value: ${String(ownField(spec, field))}: must be greater than or equal to 0`,
    }));
}

function selectorFaults(spec: Json): FieldFault[] {
  const selector = spec['selector'] as LabelSelector | null | undefined;
  if (!selector) return [{ field: 'spec.selector', message: 'Required value' }];
  const matches = compileLabelSelector(selector);
  const labels = part(spec, 'template', 'metadata', 'labels') as Readonly<Record<string, string>>;
  if (typeof matches !== 'function' || matches(labels)) return [];
  const message = `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``;
  return [{ field: 'spec.template.metadata.labels', message }];
}

/** A policy that the template leaves out is `Always`. */
function restartFaults(spec: Json, supported: readonly string[], at: string): FieldFault[] {
  const { restartPolicy = 'Always' } = part(spec, 'template', 'spec');
  if (supported.includes(String(restartPolicy))) return [];
  const values = supported.map((one) => JSON.stringify(one)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(restartPolicy)}: supported values: ${values}`;
  return [{ field: `${at}.template.spec.restartPolicy`, message }];
}
