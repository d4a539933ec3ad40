import { core } from './kubernetes-paths.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = 'allocating';
  await api.post('/v1/clusters').send({ name: cluster }).expect(201);
});
afterAll(() => api.stop());

interface ServiceBody {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: {
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly healthCheckNodePort?: number;
    readonly ports: readonly { readonly nodePort?: number }[];
  };
}

const services = (rest = ''): string => core(cluster, `namespaces/default/services${rest}`);
const PORT = { port: 80 };

async function made(name: string, spec: object): Promise<ServiceBody> {
  const { body } = await api
    .post(services())
    .send({ metadata: { name }, spec: { ports: [PORT], ...spec } })
    .expect(201);
  return body as ServiceBody;
}

async function changed(name: string, patch: object): Promise<ServiceBody> {
  const { body } = await api
    .patch(services(`/${name}`))
    .set('content-type', 'application/merge-patch+json')
    .send(patch)
    .expect(200);
  return body as ServiceBody;
}

async function refusals(name: string, spec: object): Promise<string[]> {
  const { body } = await api
    .post(services())
    .send({ metadata: { name }, spec: { ports: [PORT], ...spec } })
    .expect(422);
  const { causes } = (body as { details: { causes: readonly { field: string; message: string }[] } }).details;
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

test('a service has an address and ports of its own, which stay and are free again with it', async () => {
  const { spec } = await made('web', { type: 'NodePort' });
  const { clusterIP = '' } = spec;
  expect(clusterIP).toMatch(/^10\.(9[6-9]|1(0\d|1[01]))\.\d+\.\d+$/);
  expect(spec).toMatchObject({ clusterIPs: [clusterIP], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
  const nodePort = spec.ports[0]?.nodePort ?? 0;
  expect(nodePort).toBeGreaterThanOrEqual(30_000);
  expect(nodePort).toBeLessThanOrEqual(32_767);
  expect(await refusals('same', { clusterIP })).toEqual([
    `spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: provided IP is already ` +
      'allocated',
  ]);
  expect(await refusals('same', { type: 'NodePort', ports: [{ ...PORT, nodePort }] })).toEqual([
    `spec.ports[0].nodePort: Invalid value: ${nodePort}: provided port is already allocated`,
  ]);
  // A manifest that does not say them is sent again.
  expect(await changed('web', { spec: { clusterIP: null, clusterIPs: null, ports: [PORT] } })).toMatchObject({
    spec: { clusterIP, ports: [{ nodePort }] },
  });
  await api.delete(services('/web')).expect(200);
  expect((await made('same', { clusterIP, type: 'NodePort', ports: [{ ...PORT, nodePort }] })).spec.clusterIP).toBe(
    clusterIP,
  );
});

test('what another type does not have is given back, and given again', async () => {
  const before = await made('changing', { type: 'NodePort' });
  const inside = await changed('changing', { spec: { type: 'ClusterIP' } });
  expect(inside.spec.clusterIP).toBe(before.spec.clusterIP);
  expect(inside.spec.ports[0]).not.toHaveProperty('nodePort');
  const outside = await changed('changing', { spec: { type: 'ExternalName', externalName: 'x.example' } });
  expect(outside.spec).not.toHaveProperty('clusterIP');
  const again = await changed('changing', {
    spec: { type: 'LoadBalancer', externalName: null, externalTrafficPolicy: 'Local' },
  });
  expect(again.spec.clusterIP).toMatch(/^10\./);
  expect(again.spec.healthCheckNodePort).toBeGreaterThanOrEqual(30_000);
  expect(again.spec.healthCheckNodePort).not.toBe(again.spec.ports[0]?.nodePort);
});

test('what is outside of the ranges, or of another family, is refused', async () => {
  expect(await refusals('far', { clusterIP: '10.1.2.3' })).toEqual([
    'spec.clusterIPs: Invalid value: ["10.1.2.3"]: failed to allocate IP 10.1.2.3: the provided IP (10.1.2.3) is not ' +
      'in the valid range. The range of valid IPs is 10.96.0.0/12',
  ]);
  expect(await refusals('taken', { clusterIP: '10.96.0.1' })).toEqual([
    expect.stringContaining('provided IP is already allocated'),
  ]);
  expect(await refusals('port', { type: 'NodePort', ports: [{ ...PORT, nodePort: 80 }] })).toEqual([
    'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is ' +
      '30000-32767',
  ]);
  expect(await refusals('six', { ipFamilies: ['IPv6'] })).toEqual([
    'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
  ]);
});

test('a dry run looks at what is taken alone, and keeps the version that it is given', async () => {
  const spec = { type: 'NodePort', ports: [{ ...PORT, nodePort: 80 }] };
  const { body } = await api
    .post(services('?dryRun=All'))
    .send({ metadata: { name: 'dry', resourceVersion: '7' }, spec })
    .expect(201);
  expect(body).toMatchObject({ metadata: { name: 'dry', resourceVersion: '7' }, spec });
});

test('a service without an address, or of a name outside, has none', async () => {
  expect((await made('headless', { clusterIP: 'None', selector: { a: 'b' } })).spec).toMatchObject({
    clusterIP: 'None',
    clusterIPs: ['None'],
  });
  expect((await made('outside', { type: 'ExternalName', externalName: 'x.example' })).spec).not.toHaveProperty(
    'clusterIP',
  );
  const both = await made('both', {
    type: 'NodePort',
    ports: [
      { ...PORT, name: 'a' },
      { ...PORT, name: 'b', protocol: 'UDP' },
    ],
  });
  expect(both.spec.ports[0]?.nodePort).toBe(both.spec.ports[1]?.nodePort);
});
