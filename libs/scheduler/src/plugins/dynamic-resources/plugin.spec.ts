import { IncomingPod } from '../../pods/incoming-pod.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { NOT_SUPPORTED } from '../../plugin.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { dynamicResources } from './plugin.js';

const claiming = makePod('p').with({ resourceClaims: [{ name: 'gpu' }] });

describe('DynamicResources', () => {
  test.each([
    ['claims', claiming, NOT_SUPPORTED],
    ['an empty list of claims', makePod('p').with({ resourceClaims: [] }), null],
    ['no claims', makePod('p'), null],
    ['no spec', {}, null],
  ])('lets pods with %s into the queue as far as it can judge them', (_name, pod, want) => {
    expect(dynamicResources.preEnqueue?.(pod, { filterTimeout: '10s' })).toBe(want);
  });

  test.each([
    ['no claims', makePod('p')],
    ['an empty list of claims', makePod('p').with({ resourceClaims: [] })],
    ['no spec', {}],
  ])('skips pods with %s', (_name, pod) => {
    expect(runPlugin(dynamicResources, { pod, snapshot: makeSnapshot([makeNode('n')]) }).preFilter).toEqual({
      code: 'Skip',
      reasons: [],
    });
  });

  test('refuses pods with claims by name', () => {
    expect(() => runPlugin(dynamicResources, { pod: claiming, snapshot: makeSnapshot([makeNode('n')]) })).toThrow(
      'DynamicResources',
    );
  });

  test('has nothing to change where a pod is placed', () => {
    const scope = {
      pod: new IncomingPod(makePod('p')),
      snapshot: makeSnapshot([makeNode('n')]),
      statuses: new StatusTable(),
    };
    const cycle = {
      ...cycleFor({ plugin: dynamicResources, args: undefined, weight: 1 }, scope),
      args: { filterTimeout: '10s' },
    };
    const reserved = [true, false].map((preFilter) =>
      dynamicResources.reserve?.(cycle, 0, { preFilter, filter: true }),
    );
    expect(reserved).toEqual([[], { kind: 'rejected', code: 'Error', reasons: ['not found'] }]);
    expect(dynamicResources.preBind?.(cycle, 0)).toEqual([]);
  });
});
