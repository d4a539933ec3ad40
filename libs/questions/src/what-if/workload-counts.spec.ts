import {
  AskedQuestions,
  CALLER,
  deployment,
  LARGE,
  named,
  node,
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

const fits: AskedQuestions['fits'] = (...of) => questions.fits(...of);

const job = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };
test.each([
  ['count/deployments.apps', deployment({ replicas: 2 }), 2],
  ['count/replicasets.apps', deployment({ replicas: 2 }), 2],
  ['count/jobs.batch', named('batch/v1', 'Job', 'once', { spec: job }), 1],
  [
    'count/jobs.batch',
    named('batch/v1', 'CronJob', 'nightly', { spec: { schedule: '0 3 * * *', jobTemplate: { spec: job } } }),
    1,
  ],
])('a quota of %s refuses what makes pods, or what is between', async (resource, object, pods) => {
  const cluster = await services.clusterOf(node('a', LARGE), quota({ [resource]: '0' }));
  const message = `exceeded quota: team, requested: ${resource}=1, used: ${resource}=0, limited: ${resource}=0`;
  expect(await fits(cluster, object)).toMatchObject({ fits: false, reasons: [{ pods, message }] });
});

test('a workload that there is counts no second time', async () => {
  const cluster = await services.clusterOf(node('a', LARGE), quota({ 'count/deployments.apps': '1' }));
  const once = deployment({ replicas: 1 });
  const steps = [once, deployment({ replicas: 2 })].map((one) => ({ import: { manifests: textOf(one) } }));
  const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
  expect(answer.findings?.refused ?? []).toEqual([]);
});

test('the pods of a CronJob are asked for, and a workload that is suspended is named', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '900' } } }];
  const spec = { parallelism: 3, completions: 3, template: { spec: { restartPolicy: 'Never', containers } } };
  const nightly = (more: object): object =>
    named('batch/v1', 'CronJob', 'nightly', { spec: { schedule: '0 3 * * *', jobTemplate: { spec }, ...more } });
  expect(await fits(cluster, nightly({}))).toMatchObject({
    fits: false,
    sentence: expect.stringMatching(/^It does not fit: 3 of 3 pods find no node\./),
  });
  expect(await fits(cluster, nightly({ suspend: true }))).toMatchObject({
    pods: [],
    findings: { assumed: ['CronJob default/nightly stays suspended, and makes no pods'] },
  });
});
