import { checkpoint, cluster, mutation, nodesOf, run, V1, type Json, type Scenario } from './scenario.js';

/** What was decided and written. */
export const RUNS: readonly Scenario[] = [
  {
    name: 'pods are scheduled',
    rest: { at: ['post', `${V1}/runs`], body: { pods: { namespace: 'default' }, tieBreak: 'seeded', seed: '7' } },
    graphql: {
      query: mutation(
        'schedule',
        'run { state tieBreak seed preemption revision counts { selected scheduled unschedulable } }',
      ),
      input: { clusterId: '$c', pods: { namespace: 'default' }, tieBreak: 'seeded', seed: '7' },
    },
    expected: {
      value: {
        state: 'complete',
        tieBreak: 'seeded',
        seed: '7',
        preemption: 'nominate',
        revision: '2',
        counts: { selected: 2, scheduled: 2, unschedulable: 0 },
      },
    },
  },
  {
    name: 'a run on a revision that is not the last',
    rest: { at: ['post', `${V1}/runs`], body: { baseRevision: '0' } },
    graphql: { query: mutation('schedule', 'run { state }'), input: { clusterId: '$c', baseRevision: '0' } },
    expected: { refused: 'REVISION_CONFLICT', detail: 'revision 0 was given, the cluster is at 1' },
  },
  {
    name: 'a run of pods that are not there',
    rest: { at: ['post', `${V1}/runs`], body: { pods: { names: ['default/p', 'default/none'] } } },
    graphql: {
      query: mutation('schedule', 'run { state }'),
      input: { clusterId: '$c', pods: { names: ['default/p', 'default/none'] } },
    },
    expected: { refused: 'PODS_NOT_FOUND', detail: '1 pods were not found: default/none' },
  },
  {
    name: 'a run whose labels match no pod',
    rest: { at: ['post', `${V1}/runs`], body: { pods: { namespace: 'default', labelSelector: 'app=none' } } },
    graphql: {
      query: mutation('schedule', 'run { state }'),
      input: { clusterId: '$c', pods: { namespace: 'default', labelSelector: 'app=none' } },
    },
    expected: {
      refused: 'NO_PODS_SELECTED',
      detail: 'there is no pending pod in namespace "default" with these labels; set "allowEmpty": true to run anyway',
    },
  },
  {
    name: 'a run of all pending pods where there is none, in the background',
    arrange: run,
    rest: { at: ['post', `${V1}/runs`], body: { wait: false } },
    graphql: { query: mutation('schedule', 'run { state }'), input: { clusterId: '$c', wait: false } },
    expected: { refused: 'NO_PODS_SELECTED', detail: 'there is no pending pod; set "allowEmpty": true to run anyway' },
  },
  {
    name: 'a run of no pods that may be one',
    arrange: run,
    rest: { at: ['post', `${V1}/runs`], body: { allowEmpty: true } },
    graphql: {
      query: mutation('schedule', 'run { state counts { selected scheduled } }'),
      input: { clusterId: '$c', allowEmpty: true },
    },
    expected: { value: { state: 'complete', counts: { selected: 0, scheduled: 0 } } },
  },
  {
    name: 'a run of what breaks several rules at once',
    rest: { at: ['post', `${V1}/runs`], body: { seed: 'x', baseRevision: 'y' } },
    graphql: { query: mutation('schedule', 'run { state }'), input: { clusterId: '$c', seed: 'x', baseRevision: 'y' } },
    expected: {
      refused: 'INVALID_REQUEST',
      detail:
        'the request is not valid: seed: must be a decimal number from 0 to 18446744073709551615; baseRevision: ' +
        'must be a decimal number',
    },
  },
  {
    name: 'a run by a profile that is not there',
    rest: { at: ['post', `${V1}/runs`], body: { profile: 'none' } },
    graphql: { query: mutation('schedule', 'run { state }'), input: { clusterId: '$c', profile: 'none' } },
    expected: { refused: 'PROFILE_NOT_FOUND', detail: 'no profile is named "none"; known: default-scheduler' },
  },
  {
    name: 'the runs of a cluster',
    arrange: run,
    rest: { at: ['get', `${V1}/runs`], of: ({ items }) => items.map(({ state, parts }: Json) => ({ state, parts })) },
    graphql: { query: cluster('runs { edges { node { state parts } } }'), of: ({ runs }) => nodesOf(runs) },
    expected: { value: [{ state: 'complete', parts: 1 }] },
  },
];

export const EVIDENCE: readonly Scenario[] = [
  {
    name: 'the decisions about a pod',
    arrange: run,
    rest: {
      at: ['get', `${V1}/decisions?pod=default/p&outcome=scheduled`],
      of: ({ items }) => items.map(({ outcome, node: to }: Json) => ({ outcome, to })),
    },
    graphql: {
      query: cluster('decisions(pod: "default/p", outcome: scheduled) { edges { node { outcome node } } }'),
      of: ({ decisions }) => nodesOf(decisions).map(({ outcome, node: to }) => ({ outcome, to })),
    },
    expected: { value: [{ outcome: 'scheduled', to: 'a' }] },
  },
  {
    name: 'decisions of a pod whose name is none',
    rest: { at: ['get', `${V1}/decisions?pod=p`] },
    graphql: { query: cluster('decisions(pod: "p") { edges { node { outcome } } }') },
    expected: { refused: 'INVALID_REQUEST' },
  },
  {
    name: 'a replay of everything',
    arrange: run,
    rest: { at: ['post', `${V1}/replays`], body: {} },
    graphql: {
      query: mutation('replay', 'replay { decisions identical different notComparable parts }'),
      input: { clusterId: '$c' },
    },
    expected: { value: { decisions: 2, identical: 2, different: 0, notComparable: 0, parts: 1 } },
  },
  {
    name: 'a replay of a part of no run',
    rest: { at: ['post', `${V1}/replays`], body: { part: 0 } },
    graphql: { query: mutation('replay', 'replay { parts }'), input: { clusterId: '$c', part: 0 } },
    expected: { refused: 'INVALID_REQUEST', detail: 'the request is not valid: part: requires a run' },
  },
  {
    name: 'a replay of a run that is not there',
    rest: { at: ['post', `${V1}/replays`], body: { run: '01999f7a-2000-7000-8000-000000000000' } },
    graphql: {
      query: mutation('replay', 'replay { parts }'),
      input: { clusterId: '$c', run: '01999f7a-2000-7000-8000-000000000000' },
    },
    expected: { refused: 'RUN_NOT_FOUND', detail: 'run "01999f7a-2000-7000-8000-000000000000" not found' },
  },
  {
    name: 'what a run changed',
    arrange: run,
    rest: {
      at: ['get', `${V1}/diff?from=revision:1&to=revision:2`],
      of: ({ objects, placements }) => ({
        changed: objects.items.map(({ op, kind, name }: Json) => ({ op, kind, name })),
        moved: placements.items.map(({ pod: { name }, to }: Json) => ({ name, to })),
      }),
    },
    graphql: {
      query: cluster(
        `diff(from: "revision:1", to: "revision:2") { objects { edges { node { op kind name } } }
          placements { edges { node { pod { name } to } } } }`,
      ),
      of: ({ diff: { objects, placements } }) => ({
        changed: nodesOf(objects),
        moved: nodesOf(placements).map(({ pod: { name }, to }) => ({ name, to })),
      }),
    },
    expected: {
      value: {
        changed: [
          { op: 'changed', kind: 'Pod', name: 'p' },
          { op: 'changed', kind: 'Pod', name: 'q' },
        ],
        moved: [
          { name: 'p', to: 'a' },
          { name: 'q', to: 'b' },
        ],
      },
    },
  },
  {
    name: 'a diff without a beginning',
    rest: { at: ['get', `${V1}/diff`] },
    graphql: { query: cluster('diff { from { revision } }') },
    expected: {
      refused: 'INVALID_REQUEST',
      detail: 'the request is not valid: from: Required value: a moment, or another cluster in `with`',
    },
  },
];

export const LOG: readonly Scenario[] = [
  {
    name: 'the revisions of a cluster',
    arrange: run,
    rest: {
      at: ['get', `${V1}/revisions`],
      of: ({ items }) => items.map(({ revision, count }: Json) => ({ revision, count })),
    },
    graphql: {
      query: cluster('revisions { edges { node { revision count } } }'),
      of: ({ revisions }) => nodesOf(revisions),
    },
    expected: {
      value: [
        { revision: '2', count: 2 },
        { revision: '1', count: 5 },
      ],
    },
  },
  {
    name: 'the changes of a run',
    arrange: run,
    rest: {
      at: ['get', `${V1}/changes?revision=2`],
      of: ({ items }) => items.map(({ op, name }: Json) => ({ op, name })),
    },
    graphql: {
      query: cluster('changes(revision: "2") { edges { node { op name } } }'),
      of: ({ changes }) => nodesOf(changes),
    },
    expected: {
      value: [
        { op: 'bind', name: 'p' },
        { op: 'bind', name: 'q' },
      ],
    },
  },
  {
    name: 'the changes of a revision that is no number',
    rest: { at: ['get', `${V1}/changes?revision=two`] },
    graphql: { query: cluster('changes(revision: "two") { edges { node { op } } }') },
    expected: { refused: 'INVALID_REQUEST' },
  },
  {
    name: 'a checkpoint is signed',
    arrange: run,
    rest: { at: ['post', `${V1}/checkpoints`] },
    graphql: { query: mutation('createCheckpoint', 'checkpoint { size revision }'), input: { clusterId: '$c' } },
    expected: { value: { size: '2', revision: '2' } },
  },
  {
    name: 'a checkpoint of a cluster that is not there',
    rest: { at: ['post', '/v1/clusters/$c-none/checkpoints'] },
    graphql: { query: mutation('createCheckpoint', 'checkpoint { size }'), input: { clusterId: '$c-none' } },
    expected: { refused: 'CLUSTER_NOT_FOUND', detail: 'cluster "$c-none" not found' },
  },
  {
    name: 'the archives of a cluster, before there are any',
    arrange: checkpoint,
    rest: { at: ['get', `${V1}/archives`], of: ({ items }) => items },
    graphql: { query: cluster('archives { edges { node { id } } }'), of: ({ archives }) => nodesOf(archives) },
    expected: { value: [] },
  },
  {
    name: 'the verification of a cluster',
    arrange: run,
    rest: { at: ['post', '/v1/verifications'], body: { cluster: '$c' } },
    graphql: { query: '{ verify(input: { clusterId: "$c" }) { holds clusters revisions decisions } }' },
    expected: { value: { holds: true, clusters: 1, revisions: 2, decisions: 2 } },
  },
];
