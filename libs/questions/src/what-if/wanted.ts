import { findKind } from '#kubernetes';
import { classesOf, part, type NamedObject, type Wanted } from '#what-if';
import type { ReadStep } from './what-if-request.js';

/** Steps that change nodes, which are read whole. */
const CHANGE_NODES = ['cordon', 'uncordon', 'drain', 'taint', 'label'];

/** Steps that look at pods on nodes one by one, wherever these are. */
const LOOK_AT_PODS = ['drain', 'removeNodes', 'taint', 'deletePods'];

/** Kinds whose objects have something to do with pods of their namespace that are there already. */
const ABOUT_PODS = /^(.*Set|Deployment|ReplicationController|Job|CronJob|Pod|.*Autoscaler|.*Budget|ResourceQuota)$/;

/** What the steps look at. Labels and nodes may change on the way, so a step's objects are known when it is applied. */
export function wantedBy(steps: readonly ReadStep[]): Wanted {
  const has = (names: readonly string[]): boolean =>
    steps.some((step) => names.some((name) => Object.hasOwn(step, name)));
  return {
    wholeNodes: has(CHANGE_NODES),
    all: has(LOOK_AT_PODS) || steps.some((step) => 'schedule' in step && 'names' in step.schedule.pods),
    daemons: has(['addNodes']) || steps.some(bringsNodes),
    namespaces: [...new Set(steps.flatMap(namespacesOf))],
    objects: steps.flatMap(objectsOf),
    classes: steps.flatMap(classesIn),
  };
}

/** Where kinds have the spec of their pods: pods, workloads, CronJobs. */
const POD_SPECS = [['spec'], ['spec', 'template', 'spec'], ['spec', 'jobTemplate', 'spec', 'template', 'spec']];

function classesIn(step: ReadStep): NamedObject[] {
  if (!('import' in step)) return [];
  const specs = step.import.objects
    .filter(({ object: { kind } }) => ABOUT_PODS.test(String(kind)))
    .flatMap(({ object }) => POD_SPECS.map((path) => part(object, ...path)));
  return (
    specs
      .flatMap(classesOf)
      // PostgreSQL keeps no NUL, and refuses to look for one.
      .filter(([, name]) => !name.includes('\0'))
      .map(([kind, name]) => ({ kind, metadata: { name } }))
  );
}

/** What the manifests name, of the kinds that are kept. */
function objectsOf(step: ReadStep): NamedObject[] {
  if (!('import' in step)) return [];
  return step.import.objects.flatMap(({ object: { apiVersion, kind, metadata } }) => {
    const { name, namespace = 'default' } = (metadata ?? {}) as {
      readonly name?: unknown;
      readonly namespace?: unknown;
    };
    const known = findKind(String(apiVersion), String(kind));
    // PostgreSQL keeps no NUL, and refuses to look for one.
    if (known === undefined || typeof name !== 'string' || `${String(namespace)}${name}`.includes('\0')) return [];
    return [{ kind: known.kind, metadata: { name, ...(known.namespaced && { namespace: String(namespace) }) } }];
  });
}

function bringsNodes(step: ReadStep): boolean {
  return 'import' in step && step.import.objects.some(({ object: { kind } }) => kind === 'Node');
}

function namespacesOf(step: ReadStep): string[] {
  if ('scale' in step) return [step.scale.namespace];
  if (!('import' in step)) return [];
  return step.import.objects.flatMap(({ object: { kind, metadata } }) => {
    const { namespace = 'default' } = (metadata ?? {}) as { readonly namespace?: unknown };
    return ABOUT_PODS.test(String(kind)) ? [String(namespace)] : [];
  });
}
