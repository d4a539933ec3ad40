import {
  AskedQuestions,
  CALLER,
  deployment,
  named,
  node,
  pod,
  quota,
  type TestServices,
  textOf,
  valueOf,
} from '#test-services';

let questions: AskedQuestions;
let services: TestServices;
beforeAll(async () => {
  questions = await AskedQuestions.create();
  ({ services } = questions);
});
afterAll(() => questions.drop());

const SCHEDULE = { pods: {}, tieBreak: 'first', seed: 0n, preemption: 'nominate' } as const;
const NODES = ['a', 'b'];
const containers = (cpu: string): object[] => [{ name: 'c', image: 'i', resources: { requests: { cpu } } }];
const controlled = (kind: string, cpu: string, updateStrategy: object = {}): object =>
  named('apps/v1', kind, 'app', {
    spec: {
      ...(kind === 'StatefulSet' && { replicas: 2, serviceName: 'app' }),
      selector: { matchLabels: { app: 'app' } },
      updateStrategy,
      template: { metadata: { labels: { app: 'app' } }, spec: { containers: containers(cpu) } },
    },
  });

/** Two nodes of 3 CPU, with a pod of 1 on each of them. */
async function running(kind: 'DaemonSet' | 'StatefulSet'): Promise<string> {
  const pods = NODES.map((name, index) => {
    const fields = [{ key: 'metadata.name', operator: 'In', values: [name] }];
    const required = { nodeSelectorTerms: [{ matchFields: fields }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    return named('v1', 'Pod', `app-${index}`, {
      metadata: {
        ...{ name: `app-${index}`, namespace: 'default', labels: { app: 'app' } },
        ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'app', uid: 'o', controller: true }],
      },
      spec: { nodeName: name, containers: containers('1'), ...(kind === 'DaemonSet' && { affinity }) },
    });
  });
  return services.clusterOf(...NODES.map((name) => node(name, { cpu: '3', memory: '8Gi', pods: '110' })), ...pods);
}

const SURGE = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
const from = (partition: number): object => ({ type: 'RollingUpdate', rollingUpdate: { partition } });
const REFUSED = /^It does not fit: 2 of 2 pods find no node/;

test.each<[kind: 'DaemonSet' | 'StatefulSet', cpu: string, strategy: object, said: RegExp]>([
  ['DaemonSet', '2', {}, /^It fits: 2 pods on 2 nodes/],
  ['DaemonSet', '64', {}, REFUSED],
  ['DaemonSet', '2', SURGE, /^It fits/],
  [
    'DaemonSet',
    '2500m',
    SURGE,
    /^It does not fit: DaemonSet default\/app: the rollout stands still at 0 of 2 pods, 2 /,
  ],
  ['DaemonSet', '64', { type: 'OnDelete' }, /^It fits: no pod waits/],
  ['StatefulSet', '3', {}, /^It fits: 2 pods/],
  ['StatefulSet', '64', {}, REFUSED],
  ['StatefulSet', '64', from(2), /^It fits/],
  ['StatefulSet', '64', from(1), /^It does not fit: 1 of 1 pod finds/],
  ['StatefulSet', '64', { type: 'OnDelete' }, /^It fits/],
])('the pods of a %s of 1 CPU are replaced by pods of %s, by %j', async (kind, cpu, strategy, said) => {
  const { sentence } = await questions.fits(await running(kind), controlled(kind, cpu, strategy));
  expect(sentence).toMatch(said);
});

test('a pod of a DaemonSet as clusters have it is of its template', async () => {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] };
  const required = { nodeSelectorTerms: [term] };
  const tolerated = ['not-ready', 'unreachable'].map((key) => ({
    ...{ key: `node.kubernetes.io/${key}`, operator: 'Exists', effect: 'NoExecute' },
  }));
  const sources = [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }];
  const there = named('v1', 'Pod', 'app-x', {
    metadata: {
      ...{ name: 'app-x', namespace: 'default', uid: 'u' },
      labels: { app: 'app', 'controller-revision-hash': 'abc', 'pod-template-generation': '3' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'app', uid: 'o', controller: true }],
    },
    spec: {
      ...{ nodeName: 'a', priority: 0, preemptionPolicy: 'PreemptLowerPriority', serviceAccountName: 'default' },
      containers: containers('1'),
      tolerations: tolerated,
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
      volumes: [{ name: 'kube-api-access-x2k4v', projected: { defaultMode: 420, sources } }],
    },
  });
  const cluster = await services.clusterOf(node('a', { cpu: '3', memory: '8Gi', pods: '110' }), there);
  const { sentence } = await questions.fits(cluster, controlled('DaemonSet', '1', SURGE));
  expect(sentence).toBe('It fits: no pod waits for a node; 1 pod is on a node already, and not placed anew.');
});

test('what is not replaced is said', async () => {
  const { findings } = await questions.fits(await running('StatefulSet'), controlled('StatefulSet', '64', from(2)));
  expect(findings?.assumed).toEqual(['StatefulSet default/app keeps 2 of its pods as they are, below its partition 2']);
});

describe('a Deployment', () => {
  const apart = {
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
        ],
      },
    },
  };
  const running = async (...more: readonly object[]): Promise<string> => {
    const names = ['a', 'b', 'c'];
    const nodes = names.map((name) => ({
      ...node(name),
      metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    }));
    const set = named('apps/v1', 'ReplicaSet', 'web-1', {
      metadata: {
        name: 'web-1',
        namespace: 'default',
        uid: 'set',
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd', controller: true }],
      },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'web' } },
        template: (deployment({}, apart) as Templated).spec.template,
      },
    });
    const pods = names.map((name) => ({
      ...pod(`web-1-${name}`, { cpu: '500m' }, { nodeName: name, ...apart }),
      metadata: {
        name: `web-1-${name}`,
        namespace: 'default',
        labels: { app: 'web' },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'set', controller: true }],
      },
    }));
    return services.clusterOf(...nodes, set, ...pods, ...more);
  };
  interface Templated {
    readonly spec: { readonly template: object };
  }

  test.each<readonly [string, object, boolean]>([
    ['one more pod', {}, false],
    ['one pod fewer', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } }, true],
    ['all pods again', { strategy: { type: 'Recreate' } }, true],
  ])('of replicas apart, on as many nodes, by %s', async (_, strategy, goes) => {
    const cluster = await running();
    const answer = await questions.fits(cluster, deployment({ replicas: 3, ...strategy }, apart));
    expect(answer.fits).toBe(goes);
    if (goes) return;
    expect(answer.findings?.rollouts).toMatchObject([
      { name: 'web', replicas: 3, updated: 0, old: 3, maxSurge: 1, maxUnavailable: 0 },
    ]);
    expect(answer.sentence).toMatch(
      /^It does not fit: Deployment default\/web: the rollout stands still at 0 of 3 pods, 3 old ones stay \(1 more /,
    );
    expect(answer.sentence).toMatch(
      /: default\/web-\S+ finds no node: 0\/3 nodes are available: 3 node\(s\) didn't match/,
    );
  });

  describe('that is paused', () => {
    const other = { ...apart, nodeSelector: { disk: 'none' } };
    const paused = (replicas: number): object => deployment({ replicas, paused: true }, other);

    test('makes no pods where it has no ReplicaSet, and keeps the template of the pods that it has', async () => {
      const empty = await services.clusterOf(node('a'));
      expect(await questions.fits(empty, paused(500))).toMatchObject({
        pods: [],
        findings: { assumed: ['Deployment default/web is paused and has no ReplicaSet: it makes no pods'] },
      });
      const cluster = await running();
      const assumed = ['Deployment default/web is paused: its pods keep their template, and the new one is not judged'];
      expect(await questions.fits(cluster, paused(3))).toMatchObject({ fits: true, pods: [], findings: { assumed } });
      expect((await questions.fits(cluster, paused(5))).sentence).toMatch(/^It does not fit: 2 of 2 pods find no node/);
    });

    test('amid a rollout is not judged', async () => {
      const updated = {
        ...pod('web-2-x', { cpu: '500m' }, { nodeName: 'a' }),
        metadata: {
          name: 'web-2-x',
          namespace: 'default',
          labels: { app: 'web', 'pod-template-hash': '2' },
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-2', uid: 's2', controller: true }],
        },
      };
      const { findings } = await questions.fits(await running(updated), paused(5));
      expect(findings?.ignored).toMatchObject([{ kind: 'Deployment', matters: true }]);
    });

    test('in the cluster is judged as if it were resumed, and is scaled by its own rules', async () => {
      const cluster = await services.clusterOf(node('a'), paused(2));
      const { findings } = await questions.fits(cluster, deployment({ replicas: 2 }));
      expect(findings?.assumed).toEqual([
        'Deployment default/web is paused in the cluster, and is judged as if it were resumed',
      ]);
      const web = { kind: 'Deployment', namespace: 'default', name: 'web' };
      const scaled = async (of: string): Promise<unknown> => {
        const steps = [{ scale: { ...web, replicas: 6 } }];
        const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, of, { steps, traces: false }));
        return answer.steps[0]?.counts;
      };
      expect(await scaled(cluster)).toEqual({ podsAdded: 0, podsDeleted: 0 });
      const kept = await services.clusterOf(node('a'), deployment({ replicas: 2 }));
      expect(await scaled(kept)).toEqual({ podsAdded: 6, podsDeleted: 0 });
    });
  });

  test('a what-if asks for those that change pods', async () => {
    const cluster = await running();
    const asked = async (image: string) => {
      const changed = JSON.parse(
        JSON.stringify(deployment({ replicas: 3 }, apart)).replace('"image":"i"', `"image":"${image}"`),
      ) as object;
      const steps = [{ import: { manifests: textOf(changed) } }, { schedule: SCHEDULE }];
      return (
        valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false })).answer.findings?.rollouts ??
        []
      );
    };
    expect(await asked('i')).toEqual([]);
    expect(await asked('j')).toMatchObject([{ name: 'web', updated: 0 }]);
  });

  test('pods are known by their labels where their ReplicaSet is not there', async () => {
    const there = {
      ...pod('web-5d4f-x', { cpu: '500m' }, { nodeName: 'a' }),
      metadata: {
        name: 'web-5d4f-x',
        namespace: 'default',
        labels: { app: 'web', 'pod-template-hash': '5d4f' },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d4f', uid: 'set', controller: true },
        ],
      },
    };
    const cluster = await services.clusterOf(node('a'), there);
    const steps = [{ import: { manifests: textOf(deployment({ replicas: 2 })) } }];
    const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
    expect(answer.steps[0]).toMatchObject({ counts: { updated: 1, podsAdded: 1, podsDeleted: 0 } });
  });

  test('a quota for as many pods as there are stops one that needs one more', async () => {
    const cluster = await running(quota({ pods: '3' }));
    const answer = await questions.fits(cluster, deployment({ replicas: 3 }, apart));
    expect(answer.findings?.rollouts).toMatchObject([
      { updated: 0, message: expect.stringContaining('exceeded quota: team, requested: pods=1') },
    ]);
  });
});
