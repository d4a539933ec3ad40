import { findingsInWords, type Findings } from './findings-in-words.js';

const NOTHING: Findings = {
  unknownFields: [],
  warnings: [],
  ignored: [],
  refused: [],
  overQuota: [],
  rollouts: [],
  assumed: [],
};
const web = { kind: 'Deployment', namespace: 'shop', name: 'web' };

test('each finding is a line, and what keeps pods from running comes first', () => {
  const found = findingsInWords({
    unknownFields: [{ ...web, field: 'spec.replica', message: 'unknown field' }],
    warnings: [{ kind: 'Node', namespace: '', name: 'n1', field: null, message: 'odd' }],
    ignored: [{ apiVersion: 'a/v1', kind: 'Rollout', message: 'kind Rollout is not kept', count: 2, matters: true }],
    refused: [
      { ...web, message: 'exceeded quota', pods: 7 },
      { kind: 'Pod', namespace: 'shop', name: 'p', message: 'exceeded quota', pods: 1 },
    ],
    overQuota: [{ namespace: 'shop', quota: 'team', resource: 'pods', hard: '3', used: '5' }],
    rollouts: [{ ...web, message: 'stands still' }],
    assumed: ['the claim is made'],
  });
  expect(found).toEqual([
    'Deployment shop/web: 7 pods refused: exceeded quota',
    'Pod shop/p: exceeded quota',
    'ResourceQuota shop/team: 5 of 3 pods would be used',
    'Deployment shop/web: stands still',
    '2 objects: kind Rollout is not kept; not judged',
    'Deployment shop/web spec.replica: unknown field',
    'Node n1: odd',
    'Assumed: the claim is made',
  ]);
  expect(findingsInWords(NOTHING)).toEqual([]);
});
