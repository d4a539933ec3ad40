import { isJsonObject, ownField } from '#json';
import { dnsLabelProblems, FieldPath } from '#apimachinery';
import type {
  CronJob,
  CSIStorageCapacity,
  Endpoints,
  EndpointSlice,
  Ingress,
  Job,
  KubernetesObject,
  NetworkPolicy,
  PersistentVolume,
  PersistentVolumeClaim,
  RuntimeClass,
  Secret,
  Service,
  StatefulSet,
  StorageClass,
} from '#kubernetes';
import { annotationPath, annotationWarnings } from './annotation-warnings.js';
import { claimSpecWarnings } from './amount-warnings.js';
import { nodeSelectorWarnings, nodeTermWarnings, oldNodeLabel } from './node-label-warnings.js';
import { podWarnings } from './pod-warnings.js';
import { secretWarnings } from './secret-warnings.js';
import { endpointSliceWarnings, endpointsWarnings } from './endpoint-warnings.js';
import { networkPolicyWarnings } from './network-policy-warnings.js';
import { serviceWarnings } from './service-warnings.js';
import { sourceWarnings } from './volume-warnings.js';

/** How an object was written. */
interface Write {
  readonly isNew: boolean;
  /** Whether a present object got a new generation. */
  readonly isNewGeneration?: boolean;
}

/** What is odd about an object of a kind as it is created, as it is written, or as its template may have changed. */
type Warnings =
  | { readonly reported: 'created' | 'written'; readonly of: (object: KubernetesObject, isNew: boolean) => string[] }
  | {
      readonly reported: 'template';
      /** The fields that lead to the template. */
      readonly within: readonly string[];
      readonly ofName?: (object: KubernetesObject) => string[];
      /** What is reported between the name and the template, where the template is. */
      readonly before?: (object: KubernetesObject) => string[];
      /** What is reported behind that. */
      readonly beside?: (object: KubernetesObject, write: Write) => string[];
    };

/** What makes pods by a template, and names them after itself. */
const CONTROLLER: Warnings = {
  reported: 'template',
  within: ['spec'],
  ofName: ({ metadata }) => nameWarnings(metadata.name, 'Pod names and hostnames'),
};

/**
 * What the API server v1.34 warns of, by kind: the object is valid, and its writer may not have meant it. A new kind is
 * a line here. // as WarningsOnCreate and WarningsOnUpdate of the strategies in pkg/registry
 */
const WARNINGS: Readonly<Record<string, Warnings>> = {
  Pod: {
    reported: 'created',
    of: (object) => [
      ...nameWarnings(object.metadata.name, "the Pod's hostname"),
      ...podWarnings(FieldPath.root, object),
    ],
  },
  PersistentVolume: { reported: 'written', of: (object) => volumeWarnings(object as PersistentVolume) },
  PersistentVolumeClaim: { reported: 'written', of: (object) => claimWarnings(object as PersistentVolumeClaim) },
  Node: { reported: 'written', of: nodeWarnings },
  RuntimeClass: { reported: 'written', of: (object) => runtimeClassWarnings(object as RuntimeClass) },
  PodTemplate: { reported: 'template', within: [] },
  Deployment: CONTROLLER,
  ReplicaSet: CONTROLLER,
  StatefulSet: {
    reported: 'template',
    within: ['spec'],
    beside: (object, write) => statefulSetWarnings(object as StatefulSet, write),
  },
  ReplicationController: CONTROLLER,
  DaemonSet: { reported: 'template', within: ['spec'] },
  Job: { ...CONTROLLER, before: (object) => completionWarnings((object as Job).spec, FieldPath.root.child('spec')) },
  CronJob: {
    ...CONTROLLER,
    within: ['spec', 'jobTemplate', 'spec'],
    before: (object) => {
      const at = FieldPath.root.child('spec').child('jobTemplate').child('spec');
      return completionWarnings((object as CronJob).spec.jobTemplate?.spec ?? {}, at);
    },
    beside: (object, write) => scheduleWarnings(object as CronJob, write),
  },
  Service: { reported: 'written', of: (object) => serviceWarnings(object as Service) },
  ServiceAccount: { reported: 'created', of: accountWarnings },
  Secret: { reported: 'written', of: (object) => secretWarnings(object as Secret) },
  StorageClass: { reported: 'written', of: (object) => storageClassWarnings(object as StorageClass) },
  Ingress: { reported: 'created', of: (object) => ingressWarnings(object as Ingress) },
  Endpoints: { reported: 'written', of: (object) => endpointsWarnings(object as Endpoints) },
  EndpointSlice: { reported: 'written', of: (object, isNew) => endpointSliceWarnings(object as EndpointSlice, isNew) },
  NetworkPolicy: { reported: 'written', of: (object) => networkPolicyWarnings(object as NetworkPolicy) },
  CSIStorageCapacity: { reported: 'written', of: (object) => capacityWarnings(object as CSIStorageCapacity) },
};

/** What is odd about an object that was admitted, in the words of the API server. */
export function warningsOf(object: KubernetesObject, { isNew, isNewGeneration = false }: Write): readonly string[] {
  const warnings = ownField(WARNINGS, object.kind);
  switch (warnings?.reported) {
    case undefined:
      return [];
    case 'written':
      return warnings.of(object, isNew);
    case 'created':
      return isNew ? warnings.of(object, isNew) : [];
    case 'template':
      return [
        ...((isNew ? warnings.ofName?.(object) : undefined) ?? []),
        ...(isNew || isNewGeneration
          ? [...(warnings.before?.(object) ?? []), ...templateWarnings(object, warnings.within)]
          : []),
        ...(warnings.beside?.(object, { isNew, isNewGeneration }) ?? []),
      ];
  }
}

function nameWarnings(name: string, use: string): string[] {
  const problems = dnsLabelProblems(name);
  if (problems.length === 0) return [];
  const advice = `this is used in ${use}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${advice}: [${problems.join(' ')}]`];
}

/** `within`: the fields that lead to the template. */
function templateWarnings(object: KubernetesObject, within: readonly string[]): string[] {
  let [value, path]: [unknown, FieldPath] = [object, FieldPath.root];
  for (const field of [...within, 'template']) {
    value = isJsonObject(value) ? ownField(value, field) : undefined;
    path = path.child(field);
  }
  return podWarnings(path, value ?? {});
}

const RECYCLED =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

// as GetWarningsForPersistentVolume
function volumeWarnings({ metadata, spec }: PersistentVolume): string[] {
  const at = FieldPath.root.child('spec');
  const terms = at.child('nodeAffinity').child('required').child('nodeSelectorTerms');
  return [
    ...annotationWarnings(FieldPath.root, metadata, 'PersistentVolume'),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [`${at.child('persistentVolumeReclaimPolicy').toString()}: ${RECYCLED}`]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeTermWarnings(term, terms.index(index)),
    ),
    ...sourceWarnings(spec, at, 'PersistentVolume'),
  ];
}

// as GetWarningsForPersistentVolumeClaim
function claimWarnings({ metadata, spec }: PersistentVolumeClaim): string[] {
  return [
    ...annotationWarnings(FieldPath.root, metadata, 'PersistentVolumeClaim'),
    ...claimSpecWarnings(spec, FieldPath.root.child('spec')),
  ];
}

// as nodeStrategy, fieldIsDeprecatedWarnings
function nodeWarnings({ spec }: KubernetesObject & { readonly spec?: unknown }): string[] {
  const { configSource, externalID = '' } = (spec ?? {}) as {
    readonly configSource?: object;
    readonly externalID?: string;
  };
  return [
    ...(configSource === undefined ? [] : ['spec.configSource: the feature is no longer supported']),
    ...(externalID === '' ? [] : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
  ];
}

// as GetWarningsForRuntimeClass
function runtimeClassWarnings({ scheduling }: RuntimeClass): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const message = oldNodeLabel(label);
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`];
  });
}

// as statefulSetStrategy; in an update a path has the Go field's name
function statefulSetWarnings({ spec }: StatefulSet, { isNew }: Write): string[] {
  const at = FieldPath.root.child('spec').child('volumeClaimTemplates');
  const { volumeClaimTemplates = [], revisionHistoryLimit = 0 } = spec;
  return [
    ...volumeClaimTemplates.flatMap(({ spec: claim = {} }, index) =>
      claimSpecWarnings(claim, isNew ? at.index(index) : at.index(index).child('Spec')),
    ),
    ...(revisionHistoryLimit < 0
      ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
      : []),
  ];
}

const MANY_COMPLETIONS = 100_000;
const MANY_PARALLEL = 10_000;
const UNTRACKED =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes ' +
  'might not be able to track completedIndexes when a big number of indexes fail';

// as WarningsForJobSpec
function completionWarnings(spec: Job['spec'], at: FieldPath): string[] {
  const { completionMode, completions = 0, parallelism = 0 } = spec;
  const isMany = completions > MANY_COMPLETIONS && parallelism > MANY_PARALLEL;
  return completionMode === 'Indexed' && isMany ? [`${at.toString()}: ${UNTRACKED}`] : [];
}

const TIME_ZONES = 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/';

// as cronJobStrategy, WarningsOnUpdate
function scheduleWarnings({ spec }: CronJob, { isNew }: Write): string[] {
  if (isNew || !(spec.schedule ?? '').includes('TZ')) return [];
  return [`cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ${TIME_ZONES} for more details`];
}

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets';

// as serviceaccount strategy, warnIfHasEnforceMountableSecretsAnnotation
function accountWarnings({ metadata }: KubernetesObject): string[] {
  if (!Object.hasOwn(metadata.annotations ?? {}, MOUNTABLE)) return [];
  const advice = 'prefer separate namespaces to isolate access to mounted secrets';
  return [`${annotationPath(FieldPath.root, MOUNTABLE)}: deprecated in v1.32+; ${advice}`];
}

// as GetWarningsForStorageClass
function storageClassWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, index) =>
    matchLabelExpressions.flatMap(({ key = '' }, position) => {
      const message = oldNodeLabel(key);
      const at = FieldPath.root.child('allowedTopologies').index(index).child('matchLabelExpressions').index(position);
      return message === undefined ? [] : [`${at.child('key').toString()}: ${message}`];
    }),
  );
}

// as GetWarningsForCSIStorageCapacity
function capacityWarnings({ nodeTopology }: CSIStorageCapacity): string[] {
  return nodeSelectorWarnings(nodeTopology, FieldPath.root.child('nodeTopology'));
}

const INGRESS_CLASS = 'kubernetes.io/ingress.class';

// as ingressStrategy, WarningsOnCreate
function ingressWarnings({ metadata, spec }: Ingress): string[] {
  if (!Object.hasOwn(metadata.annotations ?? {}, INGRESS_CLASS) || spec.ingressClassName !== undefined) return [];
  return [`annotation "${INGRESS_CLASS}" is deprecated, please use 'spec.ingressClassName' instead`];
}
