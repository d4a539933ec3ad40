import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodePreferAvoidPods } from './plugin.js';

const avoiding = (kind: string, uid: string): string =>
  JSON.stringify({ preferAvoidPods: [{ podSignature: { podController: { kind, uid } } }] });
const owned = (kind: string, uid: string) => {
  const pod = makePod('p');
  pod.metadata = {
    ...pod.metadata,
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'o', uid, controller: true }],
  };
  return pod;
};

test.each([
  ['the controller that is listed', owned('ReplicaSet', 'u'), 0],
  ['another one', owned('ReplicaSet', 'v'), 100],
  ['a controller of another kind', owned('StatefulSet', 'u'), 100],
  ['nobody', makePod('p'), 100],
])('NodePreferAvoidPods, for a pod of %s', (_says, pod, want) => {
  const snapshot = makeSnapshot([
    makeNode('avoids').avoids(avoiding('ReplicaSet', 'u')),
    makeNode('stateful').avoids(avoiding('StatefulSet', 'u')),
    makeNode('unreadable').avoids('{'),
    makeNode('plain'),
  ]);
  expect(runPlugin(nodePreferAvoidPods, { pod, snapshot }).normalized).toEqual({
    avoids: want,
    stateful: 100,
    unreadable: 100,
    plain: 100,
  });
});
