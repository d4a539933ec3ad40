import { convertOldVersion } from './index.js';

const template = { metadata: { labels: { app: 'a' } } };
const old = (apiVersion: string): string => `${apiVersion} is an old version: converted to`;

const utilization = (name: string, averageUtilization: number): object => ({
  type: 'Resource',
  resource: { name, target: { type: 'Utilization', averageUtilization } },
});
const autoscaler = (metrics: readonly object[]): object => ({
  ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' } },
  spec: { maxReplicas: 3, metrics },
});

describe('an object of an old version becomes one of the present version', () => {
  test.each<[name: string, given: object, object: object, said: string]>([
    [
      'a ReplicaSet, whose selector was that of its template',
      { apiVersion: 'extensions/v1beta1', kind: 'ReplicaSet', spec: { template } },
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { template, selector: { matchLabels: { app: 'a' } } } },
      `${old('extensions/v1beta1')} apps/v1; its selector is that of the labels of its template`,
    ],
    [
      'a StatefulSet, whose strategy was another one',
      { apiVersion: 'apps/v1beta1', kind: 'StatefulSet', spec: { selector: { matchLabels: { a: 'b' } } } },
      {
        ...{ apiVersion: 'apps/v1', kind: 'StatefulSet' },
        spec: { selector: { matchLabels: { a: 'b' } }, updateStrategy: { type: 'OnDelete' } },
      },
      `${old('apps/v1beta1')} apps/v1; its updateStrategy is the default of that version`,
    ],
    [
      'a StatefulSet with a selector',
      { apiVersion: 'apps/v1beta2', kind: 'StatefulSet', spec: { selector: { matchLabels: { a: 'b' } } } },
      { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { selector: { matchLabels: { a: 'b' } } } },
      `${old('apps/v1beta2')} apps/v1`,
    ],
    [
      'a budget whose empty selector selected nothing',
      { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', spec: { maxUnavailable: 1, selector: {} } },
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { maxUnavailable: 1 } },
      `${old('policy/v1beta1')} policy/v1; its empty selector is left out: it selected no pods, and would select all ` +
        'of them',
    ],
    [
      'a RuntimeClass with a spec',
      { apiVersion: 'node.k8s.io/v1alpha1', kind: 'RuntimeClass', spec: { runtimeHandler: 'h', overhead: {} } },
      { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', handler: 'h', overhead: {} },
      `${old('node.k8s.io/v1alpha1')} node.k8s.io/v1; the fields of spec stand outside of it, and ` +
        'spec.runtimeHandler is handler',
    ],
    [
      'a PriorityClass',
      { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PriorityClass', value: 1 },
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1 },
      `${old('scheduling.k8s.io/v1beta1')} scheduling.k8s.io/v1`,
    ],
    [
      'an autoscaler, whose metrics had other fields',
      {
        ...{ apiVersion: 'autoscaling/v2beta1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' } },
        spec: {
          maxReplicas: 3,
          metrics: [{ type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 60 } }],
        },
      },
      autoscaler([utilization('memory', 60)]),
      `${old('autoscaling/v2beta1')} autoscaling/v2`,
    ],
  ])('%s', (_name, given, object, said) => {
    const converted = structuredClone(given) as Record<string, unknown>;
    expect(convertOldVersion(converted)).toEqual([{ field: 'apiVersion', message: said }]);
    expect(converted).toEqual(object);
  });

  test('one of a version that is served beside the one that is kept becomes that, and there is nothing to say', () => {
    const object = {
      ...{ apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' } },
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
    };
    expect(convertOldVersion(object)).toEqual([]);
    expect(object).toEqual(autoscaler([utilization('cpu', 80)]));
  });

  test.each<[string, Record<string, unknown>]>([
    ['a present version', { apiVersion: 'apps/v1', kind: 'ReplicaSet' }],
    ['a kind that the version has not', { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy' }],
    [
      'fields that the present version has not',
      { apiVersion: 'node.k8s.io/v1alpha1', kind: 'RuntimeClass', spec: { x: 1 } },
    ],
    ['no version', { kind: 'Pod' }],
  ])('%s stays as it is', (_name, given) => {
    const object = structuredClone(given);
    expect(convertOldVersion(object)).toEqual([]);
    expect(object).toEqual(given);
  });
});
