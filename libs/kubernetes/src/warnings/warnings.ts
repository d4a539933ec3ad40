import { isJsonObject, ownField } from '#json';
import { dnsLabelProblems } from '../names/index.js';
import type { PersistentVolume, PersistentVolumeClaim, RuntimeClass } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import { FieldPath } from '../problems/index.js';
import { annotationWarnings } from './annotation-warnings.js';
import { claimSpecWarnings } from './amount-warnings.js';
import { nodeTermWarnings, oldNodeLabel } from './node-label-warnings.js';
import { podWarnings } from './pod-warnings.js';
import { sourceWarnings } from './volume-warnings.js';

/** How an object was written. */
interface Write {
  readonly isNew: boolean;
  /** Whether a present object got a new generation. */
  readonly isNewGeneration?: boolean;
}

/** What is odd about an object of a kind as it is created, as it is written, or as its template may have changed. */
type Warnings =
  | { readonly reported: 'created' | 'written'; readonly of: (object: KubernetesObject) => string[] }
  | {
      readonly reported: 'template';
      /** The fields that lead to the template. */
      readonly within: readonly string[];
      readonly ofName?: (object: KubernetesObject) => string[];
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
  StatefulSet: CONTROLLER,
  ReplicationController: CONTROLLER,
  DaemonSet: { reported: 'template', within: ['spec'] },
  Job: CONTROLLER,
  CronJob: { ...CONTROLLER, within: ['spec', 'jobTemplate', 'spec'] },
};

/** What is odd about an object that was admitted, in the words of the API server. */
export function warningsOf(object: KubernetesObject, { isNew, isNewGeneration = false }: Write): readonly string[] {
  const warnings = ownField(WARNINGS, object.kind);
  switch (warnings?.reported) {
    case undefined:
      return [];
    case 'written':
      return warnings.of(object);
    case 'created':
      return isNew ? warnings.of(object) : [];
    case 'template':
      return [
        ...((isNew ? warnings.ofName?.(object) : undefined) ?? []),
        ...(isNew || isNewGeneration ? templateWarnings(object, warnings.within) : []),
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
