import { drawn, leavingOrder } from './replicated.js';
import { suffixOf } from './names.js';
import {
  countOf,
  ownerOf,
  part,
  podOf,
  type GivenObject,
  type NewPod,
  type Workload,
  type WorkloadPlace,
} from './workload.js';

/** A Job: as many pods as go at once. One that is suspended makes none. */
export function job(given: GivenObject): Workload {
  const { kind, namespace, name, uid, object } = given;
  const spec = part(object, 'spec');
  const owner = ownerOf(given);
  const template = part(spec, 'template');
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const indexed = spec['completionMode'] === 'Indexed';
  const podAt = (index: number, drawnName: string): NewPod => {
    if (!indexed) return podOf(template, { name: drawnName, owner, labels });
    const key = 'batch.kubernetes.io/job-completion-index';
    const pod = `${name}-${index}-${suffixOf(`${name} ${index}`)}`;
    return podOf(template, {
      name: pod,
      owner,
      labels: { ...labels, [key]: String(index) },
      annotations: { [key]: String(index) },
    });
  };
  return {
    kind,
    namespace,
    name,
    replicas: podsAtOnce(spec),
    templateField: 'spec.template',
    owner,
    podsFrom: (first, count) => drawn(name, { first, count }).map((pod, index) => podAt(first + index, pod)),
    claimsOf: () => [],
    leavingOrder,
  };
}

function podsAtOnce(spec: Readonly<Record<string, unknown>>): number {
  if (spec['suspend'] === true) return 0;
  const parallelism = countOf(spec['parallelism'], 1);
  return Math.min(parallelism, countOf(spec['completions'], parallelism));
}

/** A CronJob makes the Job of one time: the minute in which it is asked. */
export function cronJob(given: GivenObject, { at, newUid }: WorkloadPlace): Workload {
  const spec = part(given.object, 'spec');
  const minutes = Math.floor(Date.parse(at) / 60_000);
  const made = job({
    ...given,
    apiVersion: 'batch/v1',
    kind: 'Job',
    name: `${given.name}-${minutes}`,
    uid: newUid(),
    object: part(spec, 'jobTemplate'),
  });
  const { kind, name } = given;
  return {
    ...made,
    kind,
    name,
    replicas: spec['suspend'] === true ? 0 : made.replicas,
    templateField: 'spec.jobTemplate.spec.template',
  };
}
