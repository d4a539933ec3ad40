import { autoscalerForm } from './autoscaler-form.js';

const reference = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };
const v1 = (spec: object, annotations?: Record<string, string>, status: object = {}) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'a', ...(annotations && { annotations }) },
  spec: { scaleTargetRef: reference, maxReplicas: 3, ...spec },
  status: { currentReplicas: 0, desiredReplicas: 0, ...status },
});

test('the use of cpu is a metric in the store', () => {
  const stored = autoscalerForm.toStored(v1({ targetCPUUtilizationPercentage: 50 }));
  expect(stored).toEqual({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    spec: {
      scaleTargetRef: reference,
      maxReplicas: 3,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ],
    },
    status: { currentReplicas: 0, desiredReplicas: 0, currentMetrics: null },
  });
});

const behavior = { scaleDown: { selectPolicy: 'Max' } };
const selector = { matchLabels: { a: 'b' } };
test.each([
  ['nothing more', v1({})],
  ['cpu and its use', v1({ targetCPUUtilizationPercentage: 50 }, undefined, { currentCPUUtilizationPercentage: 7 })],
  [
    'every other metric, and a behavior',
    v1(
      { targetCPUUtilizationPercentage: 50 },
      {
        own: 'x',
        'autoscaling.alpha.kubernetes.io/metrics': JSON.stringify([
          { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
          { type: 'Pods', pods: { metricName: 'm', selector, targetAverageValue: '3' } },
          { type: 'Object', object: { target: reference, metricName: 'm', averageValue: '2' } },
          { type: 'External', external: { metricName: 'm', metricSelector: selector, targetValue: '9' } },
        ]),
        'autoscaling.alpha.kubernetes.io/behavior': JSON.stringify(behavior),
      },
    ),
  ],
])('there and back is the same: %s', (_, autoscaler) => {
  expect(autoscalerForm.fromStored(autoscalerForm.toStored(autoscaler))).toEqual(autoscaler);
});

test('an annotation that is no JSON says nothing', () => {
  const odd = v1({}, { 'autoscaling.alpha.kubernetes.io/metrics': '{' });
  expect(autoscalerForm.toStored(odd).metadata).toEqual({ name: 'a' });
});
