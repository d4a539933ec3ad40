import { allKinds, findKind, findKindByName, findResource } from './index.js';

test('a kind is found by what an object says, by its path and by its name', () => {
  const pods = {
    apiVersion: 'v1',
    group: '',
    version: 'v1',
    kind: 'Pod',
    plural: 'pods',
    singular: 'pod',
    namespaced: true,
    statusSubresource: true,
  };
  expect(findKind('v1', 'Pod')).toMatchObject(pods);
  expect(findResource('', 'v1', 'pods')).toMatchObject(pods);
  expect(findKindByName('Pod')).toMatchObject(pods);
  expect(findResource('storage.k8s.io', 'v1', 'storageclasses')).toMatchObject({
    kind: 'StorageClass',
    namespaced: false,
    shortNames: ['sc'],
  });
});

test('what is not kept is not found', () => {
  expect([
    findKind('v1', 'ComponentStatus'),
    findKind('apps/v1', 'Pod'),
    findResource('', 'v1', 'pod'),
    findResource('apps', 'v1', 'pods'),
  ]).toEqual(Array(4).fill(undefined));
});

test('no two kinds share a name, a path or a short name', () => {
  for (const names of [
    allKinds().map(({ kind }) => kind),
    allKinds().map(({ plural }) => plural),
    allKinds().flatMap(({ shortNames }) => shortNames),
  ]) {
    expect(new Set<string>(names).size).toBe(names.length);
  }
});
