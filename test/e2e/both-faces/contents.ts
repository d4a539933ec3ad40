import { node } from '../test-api.js';
import { cluster, mutation, nodesOf, profile, run, V1, type Json, type Scenario } from './scenario.js';

/** What a cluster is made of. */
export const CLUSTERS: readonly Scenario[] = [
  {
    name: 'a cluster is made',
    rest: { at: ['post', '/v1/clusters'], body: { name: '$c-new', traceBudget: { keep: 'top', nodes: 3 } } },
    graphql: {
      query: mutation('createCluster', 'cluster { name revision traceBudget { keep nodes } }'),
      input: { name: '$c-new', traceBudget: { keep: 'top', nodes: 3 } },
    },
    expected: { value: { name: '$c-new', revision: '0', traceBudget: { keep: 'top', nodes: 3 } } },
  },
  {
    name: 'a cluster whose name is taken',
    rest: { at: ['post', '/v1/clusters'], body: { name: '$c' } },
    graphql: { query: mutation('createCluster', 'cluster { name }'), input: { name: '$c' } },
    expected: { refused: 'CLUSTER_NAME_TAKEN', detail: 'a cluster named "$c" exists already' },
  },
  {
    name: 'a cluster whose name is no name',
    rest: { at: ['post', '/v1/clusters'], body: { name: 'No Name' } },
    graphql: { query: mutation('createCluster', 'cluster { name }'), input: { name: 'No Name' } },
    expected: { refused: 'INVALID_REQUEST' },
  },
  {
    name: 'a cluster is renamed',
    rest: { at: ['patch', V1], body: { name: '$c-2' } },
    graphql: { query: mutation('updateCluster', 'cluster { name }'), input: { clusterId: '$c', name: '$c-2' } },
    expected: { value: { name: '$c-2' } },
  },
  {
    name: 'a change that names nothing to change',
    rest: { at: ['patch', V1], body: {} },
    graphql: { query: mutation('updateCluster', 'cluster { name }'), input: { clusterId: '$c' } },
    expected: { refused: 'INVALID_REQUEST', detail: 'the request is not valid: must contain at least one change' },
  },
  {
    name: 'a trace budget whose number of nodes has no meaning',
    rest: { at: ['patch', V1], body: { traceBudget: { keep: 'full', nodes: 3 } } },
    graphql: {
      query: mutation('updateCluster', 'cluster { name }'),
      input: { clusterId: '$c', traceBudget: { keep: 'full', nodes: 3 } },
    },
    expected: { refused: 'INVALID_REQUEST' },
  },
  {
    name: 'a cluster is deleted that is not there',
    rest: { at: ['delete', '/v1/clusters/$c-none'] },
    graphql: { query: mutation('deleteCluster', 'deletedClusterId'), input: { clusterId: '$c-none' } },
    expected: { refused: 'CLUSTER_NOT_FOUND', detail: 'cluster "$c-none" not found' },
  },
  {
    name: 'a cluster as it was',
    arrange: run,
    rest: { at: ['get', `${V1}?at=revision:1`] },
    graphql: { query: '{ cluster(name: "$c", at: "revision:1") { name revision counts { nodes pods pendingPods } } }' },
    expected: { value: { name: '$c', revision: '1', counts: { nodes: 2, pods: 2, pendingPods: 2 } } },
  },
  {
    name: 'a cluster at a moment that is none',
    rest: { at: ['get', `${V1}?at=yesterday`] },
    graphql: { query: '{ cluster(name: "$c", at: "yesterday") { name } }' },
    expected: { refused: 'INVALID_REQUEST' },
  },
  {
    name: 'a fork',
    rest: { at: ['post', `${V1}/forks`], body: { name: '$c-fork', at: 'revision:1' } },
    graphql: {
      query: mutation('forkCluster', 'cluster { name revision counts { nodes pods pendingPods } }'),
      input: { clusterId: '$c', name: '$c-fork', at: 'revision:1' },
    },
    expected: { value: { name: '$c-fork', revision: '2', counts: { nodes: 2, pods: 2, pendingPods: 2 } } },
  },
  {
    name: 'a fork at a revision that has not come',
    rest: { at: ['post', `${V1}/forks`], body: { name: '$c-fork', at: 'revision:99' } },
    graphql: {
      query: mutation('forkCluster', 'cluster { name }'),
      input: { clusterId: '$c', name: '$c-fork', at: 'revision:99' },
    },
    expected: { refused: 'INVALID_REQUEST' },
  },
];

export const PROFILES: readonly Scenario[] = [
  {
    name: 'a profile is made',
    rest: { at: ['post', `${V1}/profiles`], body: { schedulerName: 'packing' } },
    graphql: {
      query: mutation('createProfile', 'profile { name version }'),
      input: { clusterId: '$c', profile: { schedulerName: 'packing' } },
    },
    expected: { value: { name: 'packing', version: 1 } },
  },
  {
    name: 'a profile that exists already',
    arrange: profile,
    rest: { at: ['post', `${V1}/profiles`], body: { schedulerName: 'packing' } },
    graphql: {
      query: mutation('createProfile', 'profile { name }'),
      input: { clusterId: '$c', profile: { schedulerName: 'packing' } },
    },
    expected: { refused: 'PROFILE_ALREADY_EXISTS', detail: 'a profile named "packing" exists already' },
  },
  {
    name: 'the profiles of a cluster',
    arrange: profile,
    rest: { at: ['get', `${V1}/profiles`], of: ({ items }) => items.map((item: Json) => item.name) },
    graphql: {
      query: cluster('profiles { edges { node { name } } }'),
      of: ({ profiles }) => nodesOf(profiles).map(({ name }) => name),
    },
    expected: { value: ['default-scheduler', 'packing'] },
  },
  {
    name: 'the default profile is not deleted',
    rest: { at: ['delete', `${V1}/profiles/default-scheduler`] },
    graphql: {
      query: mutation('deleteProfile', 'profile { name }'),
      input: { clusterId: '$c', name: 'default-scheduler' },
    },
    expected: { refused: 'DEFAULT_PROFILE_KEPT' },
  },
  {
    name: 'a scheduler configuration is imported',
    rest: {
      at: ['post', `${V1}/scheduler-configuration`],
      body: {
        apiVersion: 'kubescheduler.config.k8s.io/v1',
        kind: 'KubeSchedulerConfiguration',
        profiles: [{ schedulerName: 'one' }, { schedulerName: 'two' }],
      },
    },
    graphql: {
      query: mutation('importSchedulerConfiguration', 'report { created updated unchanged profiles { name } }'),
      input: {
        clusterId: '$c',
        configuration: {
          apiVersion: 'kubescheduler.config.k8s.io/v1',
          kind: 'KubeSchedulerConfiguration',
          profiles: [{ schedulerName: 'one' }, { schedulerName: 'two' }],
        },
      },
    },
    expected: { value: { created: 2, updated: 0, unchanged: 0, profiles: [{ name: 'one' }, { name: 'two' }] } },
  },
];

export const MANIFESTS: readonly Scenario[] = [
  {
    name: 'manifests are imported',
    rest: { at: ['post', `${V1}/import`], body: node('c') },
    graphql: {
      query: mutation('importManifests', 'report { revision created updated unchanged }'),
      input: { clusterId: '$c', manifests: JSON.stringify(node('c')) },
    },
    expected: { value: { revision: '2', created: 1, updated: 0, unchanged: 0 } },
  },
  {
    name: 'manifests that break rules',
    rest: { at: ['post', `${V1}/import`], body: node('No Name') },
    graphql: {
      query: mutation('importManifests', 'report { created }'),
      input: { clusterId: '$c', manifests: JSON.stringify(node('No Name')) },
    },
    expected: { refused: 'IMPORT_REJECTED', detail: '1 problem; nothing was imported' },
  },
  {
    name: 'manifests that break rules are left out',
    rest: {
      at: ['post', `${V1}/import?onError=skip`],
      body: node('No Name'),
      of: ({ created, rejected }) => ({ created, rejected: rejected.map((item: Json) => item.name) }),
    },
    graphql: {
      query: mutation('importManifests', 'report { created rejected { name } }'),
      input: { clusterId: '$c', manifests: JSON.stringify(node('No Name')), onError: 'skip' },
      of: ({ report: { created, rejected } }) => ({ created, rejected: rejected.map((item: Json) => item.name) }),
    },
    expected: { value: { created: 0, rejected: ['No Name'] } },
  },
  {
    name: 'the pods of a cluster that selectors select',
    arrange: run,
    rest: {
      at: ['get', `${V1}/api/v1/pods?fieldSelector=spec.nodeName=a`],
      of: ({ items }) => items.map(({ metadata }: Json) => metadata.name),
    },
    graphql: {
      query: cluster('pods(fieldSelector: "spec.nodeName=a") { edges { node { name } } }'),
      of: ({ pods }) => nodesOf(pods).map(({ name }) => name),
    },
    expected: { value: ['p'] },
  },
  {
    name: 'an object is deleted that is not there',
    rest: { at: ['delete', `${V1}/api/v1/nodes/none`], of: ({ reason, message }) => ({ reason, message }) },
    graphql: {
      query: mutation('deleteObject', 'object { name }'),
      input: { clusterId: '$c', kind: 'Node', name: 'none' },
    },
    expected: { refused: 'OBJECT_NOT_FOUND' },
  },
];
