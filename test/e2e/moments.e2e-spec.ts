import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importObjects } from '#client';
import { berth } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

const THEN = 'revision:1';
const MANIFESTS = JSON.stringify(pod('new', '6'));
const SHAPES = [{ name: 's', node: { status: { capacity: { cpu: '16', memory: '64Gi', pods: '10' } } } }];

let api: TestApi;
let cluster: string;
let folder: string;
/** A small node and a pod that it has no room for; a large node comes, and the pod goes there. */
beforeAll(async () => {
  api = await TestApi.ofTeam();
  folder = mkdtempSync(join(tmpdir(), 'berth-moments-'));
  writeFileSync(join(folder, 'new.json'), MANIFESTS);
  writeFileSync(join(folder, 'shapes.json'), JSON.stringify(SHAPES));
  cluster = await api.cluster(labelled('a', '4'), pod('large', '8'));
  await importObjects(api.client, cluster, { objects: [labelled('b', '16')] });
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

function labelled(name: string, cpu: string): object {
  const labels = { 'kubernetes.io/hostname': name };
  return { ...node(name, { cpu, memory: '64Gi', pods: '110' }), metadata: { name, labels } };
}

/** What is asked: over REST with a path, and a body where it has one; in GraphQL as a field; of `berth`. */
interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly field: string;
  readonly command: string;
}

const question = (name: string, word: string, options: string, body: object): Asked => ({
  path: `questions/${name}`,
  body,
  field: `ask(question: ${word}, body: ${literal(body)}) { sentence }`,
  command: `ask ${name}${options}`,
});

/** As GraphQL writes it: names of fields have no quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, of]) => `${name}: ${literal(of)}`)
    .join(', ')}}`;
}

const ASKED: readonly Asked[] = [
  question('fits', 'fits', ' -f new.json', { manifests: MANIFESTS }),
  question('how-many', 'howMany', ' -f new.json', { templates: [{ manifests: MANIFESTS }] }),
  question('drain', 'drain', ' -l kubernetes.io/hostname', { labelSelector: 'kubernetes.io/hostname' }),
  question('loss', 'loss', ' --key kubernetes.io/hostname', { topologyKey: 'kubernetes.io/hostname' }),
  question('nodes-needed', 'nodesNeeded', ' --shapes shapes.json', { shapes: SHAPES }),
  question('repack', 'repack', '', {}),
  {
    path: 'why-not?pod=default/large&node=a',
    field: 'whyNot(pod: "default/large", node: "a") { sentence }',
    command: 'why-not default/large a',
  },
  {
    path: 'fit-anywhere?pod=default/large',
    field: 'fitAnywhere(pod: "default/large") { sentence }',
    command: 'why-not default/large',
  },
  { path: 'pending/explanation', field: 'pendingExplanation { sentence }', command: 'pending --explain' },
  { path: 'advice', field: 'advice { items { sentence } }', command: 'advice' },
];

/** What it is answered with, in sentences. */
function sentences(answer: unknown): string[] {
  const { sentence, items = [] } = answer as { sentence?: string; items?: readonly { sentence: string }[] };
  return sentence === undefined ? items.map((item) => item.sentence) : [sentence];
}

async function overRest({ path, body }: Asked, at?: string): Promise<string[]> {
  const url = `/v1/clusters/${cluster}/${path}`;
  const moment = at === undefined ? '' : `${path.includes('?') ? '&' : '?'}at=${at}`;
  const asking = body === undefined ? api.get(url + moment) : api.post(url).send({ ...body, ...(at && { at }) });
  return sentences((await asking.expect(200)).body);
}

async function overGraphql({ field }: Asked, at?: string): Promise<string[]> {
  const moment = at === undefined ? '' : `, at: "${at}"`;
  const query = `{ cluster(name: "${cluster}"${moment}) { answer: ${field} } }`;
  const { body } = await api.post('/graphql').send({ query }).expect(200);
  expect(body).not.toHaveProperty('errors');
  return sentences(body.data.cluster.answer);
}

async function byCommand({ command }: Asked, at?: string): Promise<string[]> {
  const environment = { BERTH_URL: api.url, BERTH_CLUSTER: cluster, BERTH_CONFIG: join(folder, 'none.yaml') };
  const line = command.replace(/\S+\.json/, (name) => join(folder, name));
  const { out, err } = await berth(`${line} -o json${at === undefined ? '' : ` --at ${at}`}`, { environment });
  expect(err).toBe('');
  return sentences(JSON.parse(out));
}

test.each(ASKED)('$path is asked of a past moment and of now, and answered alike on every face', async (asked) => {
  const [then, now] = [await overRest(asked, THEN), await overRest(asked)];
  expect(then).not.toEqual(now);
  expect([await overGraphql(asked, THEN), await overGraphql(asked)]).toEqual([then, now]);
  expect([await byCommand(asked, THEN), await byCommand(asked)]).toEqual([then, now]);
});
