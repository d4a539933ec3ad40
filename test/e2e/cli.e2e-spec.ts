import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import { berth, type Ran } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let folder: string;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start();
  folder = mkdtempSync(join(tmpdir(), 'berth-cli-'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});
/** One node; one pod fits, one does not. */
beforeEach(async () => {
  cluster = await api.cluster(node('a'), pod('small'), pod('large', '8'));
});

function asked(line: string, more: Parameters<typeof berth>[1] = {}): Promise<Ran> {
  return berth(line, { environment: environment(), ...more });
}

function environment(): NodeJS.ProcessEnv {
  return { BERTH_URL: api.url, BERTH_CLUSTER: cluster, BERTH_CONFIG: join(folder, 'none.yaml') };
}

function file(name: string, ...objects: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
  return path;
}

test.each<[line: string, code: number, said: RegExp]>([
  ['clusters get x', 2, /clusters has no command get; it has list, create, delete/],
  ['import gone.yaml', 2, /cannot read gone\.yaml: there is no such file or folder/],
  ['--url nowhere clusters', 2, /"nowhere" is not the URL of a service, such as http/],
  ['whatif --steps FOLDER/torn.yaml', 3, /torn\.yaml: line 1: invalid YAML: /],
  ['whatif --steps FOLDER/blank.yaml', 3, /blank\.yaml is empty/],
  ['whatif -f FOLDER/blank.yaml', 3, /manifests: must not be empty/],
  ['whatif -f FOLDER/whole.yaml FOLDER/torn.yaml', 3, /torn\.yaml: line 1: unexpected end of JSON input/],
  ['import FOLDER/whole.yaml FOLDER/torn.yaml', 3, /torn\.yaml: line 1: unexpected end of JSON input/],
  ['ask fits -f FOLDER/whole.yaml FOLDER/wrong.yaml', 3, /wrong\.yaml: Pod p \(object 1\): \/spec\/containers: /],
  ['ask nodes-needed --shapes FOLDER/torn.yaml', 3, /torn\.yaml: line 1: invalid YAML: /],
  ['ask nodes-needed --shapes FOLDER/no-list.yaml', 3, /no-list\.yaml: --shapes takes a list of \{name, price, node\}/],
  ['ask loss --key nowhere', 4, /No node has the label nowhere/],
  ['ask loss z', 2, /loss takes no nodes/],
  ['ask drain z -l a=b', 2, /drain takes nodes, or --selector/],
  ['schedule -n none', 3, /there is no pending pod in namespace "none"; --allow-empty to run anyway/],
])('%s ends with %i, and says why', async (line, code, said) => {
  const texts = { torn: '[1', blank: '', 'no-list': 'a: 1', whole: JSON.stringify(pod('whole')) };
  const wrong = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}';
  for (const [name, text] of Object.entries({ ...texts, wrong })) writeFileSync(join(folder, `${name}.yaml`), text);
  const ran = await asked(line.replaceAll('FOLDER', folder));
  expect([ran.code, `${ran.out}${ran.err}`]).toEqual([code, expect.stringMatching(said)]);
});

test('a loss that leaves pods without a node is a no; a pod that came bound has no decision', async () => {
  const labelled = { ...node('z'), metadata: { name: 'z', labels: { zone: 'a' } } };
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true };
  const held = { ...pod('held', '3'), metadata: { name: 'held', namespace: 'default', ownerReferences: [owner] } };
  const placed = { ...held, spec: { ...(held as { spec?: object }).spec, nodeName: 'z' } };
  cluster = await api.cluster(labelled, placed);
  const answers = [await asked('ask loss --key zone'), await asked('why held')];
  expect(answers).toMatchObject([{ code: 1 }, { err: expect.stringContaining('is bound to z, and has no decision') }]);
});

test('a cluster is made, shown in every form, and deleted once that is confirmed', async () => {
  expect(await asked('clusters create brief')).toEqual({
    code: 0,
    out: expect.stringMatching(/^cluster brief created/),
    err: '',
  });
  expect((await asked('clusters')).out).toMatch(/^NAME +REVISION +NODES +PODS +PENDING +FORK OF +AGE +FOLLOWS\n/);
  expect((await asked('clusters list -o name')).out.split('\n')).toContain('brief');
  expect((await asked('clusters -o csv')).out).toMatch(/^name,revision,nodes,pods,pending,fork_of,age,follows\n/);
  for (const format of ['json', 'yaml'])
    expect(load((await asked(`clusters -o ${format}`)).out)).toEqual({
      items: expect.arrayContaining([expect.objectContaining({ name: 'brief', counts: expect.anything() })]),
    });
  expect(await asked('clusters delete brief')).toEqual({
    code: 2,
    out: '',
    err:
      'berth: cluster brief has 0 nodes, 0 pods and 0 revisions of history, which are deleted with it; ' +
      'confirm with --yes\n' +
      'Usage: berth clusters delete [options] <cluster>',
  });
  expect((await asked('clusters delete brief --yes')).out).toBe('cluster brief deleted');
  expect(await asked('clusters delete brief --yes')).toMatchObject({ code: 3, out: '' });
});

test('files, folders and the standard input are one import: one revision', async () => {
  mkdirSync(join(folder, 'more/deep'), { recursive: true });
  writeFileSync(join(folder, 'more/note.txt'), 'no manifest');
  const [first] = [file('one.json', node('b')), file('more/deep/two.yaml', node('c'), node('d'))];
  const { code, out } = await asked(`import ${first} ${join(folder, 'more')} -`, {
    input: [JSON.stringify(node('e'))],
  });
  expect([code, out]).toEqual([0, '4 created, 0 updated, 0 unchanged (revision 2)']);
  expect((await asked('export --kinds Node')).out.match(/name: [a-e]$/gm)).toHaveLength(5);
  const { body } = await api.get(`/v1/clusters/${cluster}/revisions?pageSize=1`).expect(200);
  expect(body.items[0].client).toMatch(/^berth\/\d+\.\d+\.\d+ import$/);
  expect((await asked('import gone.yaml')).code).toBe(2);
});

test('files that gzip packed are unpacked, in folders too, and what is wrong in one is found', async () => {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  writeFileSync(join(packed, 'nodes.yaml.gz'), gzipSync(JSON.stringify(node('f'))));
  writeFileSync(join(packed, 'wrong.json.gz'), gzipSync(JSON.stringify(pod('wrong', 'many'))));
  expect((await asked(`import ${join(packed, 'nodes.yaml.gz')}`)).out).toMatch(/^1 created/);
  expect(await asked(`import ${packed}`)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/\S+wrong\.json\.gz: Pod default\/wrong \(object 1\): .*requests.*cpu/) as string,
  });
  const cut = join(folder, 'cut.yaml.gz');
  writeFileSync(cut, gzipSync(JSON.stringify(node('f'))).subarray(0, 30));
  expect(await asked(`import ${cut}`)).toEqual({
    code: 3,
    out: '',
    err: `berth: ${cut}: invalid gzip: unexpected end of file`,
  });
});

test('what is wrong with manifests is reported by object and field, and nothing is imported', async () => {
  const bad = file('bad.yaml', node('b'), pod('wrong', 'many'));
  expect(await asked(`import ${bad}`)).toEqual({
    code: 3,
    out: '',
    err: expect.stringMatching(
      /^berth: 1 problem; nothing was imported\n\S+bad\.yaml: Pod default\/wrong \(object 2\): .*requests.*cpu/,
    ),
  });
  expect((await asked('export --kinds Node -o json')).out).not.toContain('"b"');
  expect(await asked(`import --on-error skip ${bad}`)).toEqual({
    code: 0,
    out: '1 created, 0 updated, 0 unchanged, 1 rejected (revision 2)',
    err: expect.stringMatching(/^rejected: \S+bad\.yaml: Pod default\/wrong \(object 2\): /),
  });
});

test('objects with the same problem are one line, and each is listed on request', async () => {
  const odd = (name: string): object => ({ ...node(name), spce: {} });
  const files = [file('first.yaml', node('b')), file('second.yaml', odd('c'), odd('d'))];
  const brief = await asked(`import --dry-run ${files.join(' ')}`);
  expect(brief).toMatchObject({ code: 0, out: 'dry run: 3 created, 0 updated, 0 unchanged, 2 warnings' });
  expect(brief.err.split('\n')).toEqual([
    expect.stringMatching(/^warning: 2 Nodes, such as \S+second\.yaml: Node c \(object 1\): spce: /),
    '--details lists every object',
  ]);
  const { err } = await asked(`import --dry-run --details ${files.join(' ')}`);
  expect(err.split('\n')).toEqual(
    ['c', 'd'].map((name, index) =>
      expect.stringMatching(new RegExp(`^warning: \\S+second\\.yaml: Node ${name} \\(object ${index + 1}\\): spce: `)),
    ),
  );
});

test('an import is tried first, and is refused for what it would only warn of', async () => {
  const path = file(
    'odd.yaml',
    { ...node('b'), spce: {} },
    { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 's' } },
  );
  const tried = await asked(`import --dry-run ${path}`);
  expect(tried).toMatchObject({ code: 0, out: expect.stringContaining('1 created') });
  expect(tried.err).toMatch(/spce/);
  expect(tried.err).toMatch(/ComponentStatus/);
  for (const strict of ['--on-unknown abort', '--on-ignored abort']) {
    const refused = await asked(`import ${strict} ${path}`);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(refused.err).toContain('nothing was imported');
  }
  expect((await asked('export --kinds Node -o json')).out).not.toContain('"b"');
  expect((await asked('import --on-unknown maybe x.yaml')).code).toBe(2);
});

test('a selection that is empty is a mistake, unless it may be', async () => {
  const empty = await asked('schedule --selector app=absent');
  expect(empty.code).not.toBe(0);
  expect(empty.err).toMatch(/no pending pod/);
  expect((await asked('schedule --selector app=absent --allow-empty')).code).toBe(0);
});

test('what is exported is what another cluster takes', async () => {
  const path = join(folder, 'all.yaml');
  await asked(`export -f ${path}`);
  await asked('clusters create copy');
  expect((await asked(`import -c copy ${path}`)).out).toMatch(/^4 created/);
  expect((await asked('export -c copy --kinds Pod -o json', {})).out).toContain('"large"');
  expect(readFileSync(path, 'utf8')).toContain('name: large');
});

test('a dry run is a gate: it says why, and its exit code is 1', async () => {
  const gate = await asked('schedule --dry-run --fail-on unschedulable');
  expect(gate).toEqual({
    code: 1,
    out: expect.stringMatching(
      /^POD +OUTCOME .*\ndefault\/large +unschedulable +- +0\/1 nodes .*\ndry run: 1 scheduled, 1 unschedul/,
    ),
    err: '',
  });
  expect((await asked('schedule --dry-run --fail-on gated,error')).code).toBe(0);
  expect((await asked('schedule --dry-run --pod small --fail-on unschedulable')).code).toBe(0);
  expect((await asked('schedule --dry-run --fail-on late')).code).toBe(2);
  expect((await asked('pending -o name')).out.split('\n').sort()).toEqual(['default/large', 'default/small']);
});

test('a run, its decisions, what is pending after it, and why', async () => {
  expect(await asked('schedule --namespace default')).toMatchObject({ code: 0, out: expect.stringContaining('1 sch') });
  expect((await asked('decisions --outcome unschedulable -o csv')).out).toMatch(
    /^id,at,pod,outcome,node,message\n[\w-]+\.1,[^,]+,default\/large,unschedulable,,"?0\/1 nodes .*$/,
  );
  expect((await asked('decisions --limit 1 -o name')).out).toMatch(/^[\w-]+\.\d$/);
  expect((await asked('pending')).out).toMatch(/default\/large .* unschedulable +0\/1 nodes/);
  expect((await asked('pending -g reason,namespace -o csv')).out).toMatch(
    /^reason,namespace,pods,oldest,since\nInsufficient cpu,default,1,default\/large,/,
  );
  expect((await asked('pending -g reason -l app')).code).toBe(2);
  expect((await asked('why large')).out).toMatch(
    /^Pod default\/large: unsch[^]*1 node evaluated, 0 fit\.[^]*Insufficient cpu +NodeResourcesFit +1 +1 +1 +1/,
  );
  expect((await asked('why default/small')).out).toMatch(/^Pod default\/small: scheduled on a[^]*a scored \d+\.$/m);
  expect((await asked('why large --node a')).out).toMatch(/Node a did not fit: Insufficient cpu \(NodeResourcesFit\)/);
  expect((await asked('why small --node a -o json')).out).toContain('"scores"');
});

test('nodes, pods, runs and quotas, in every form, also of nothing', async () => {
  const quota = { metadata: { name: 'q', namespace: 'default' }, spec: { hard: { pods: '5' } } };
  await asked(`import ${file('quota.json', { apiVersion: 'v1', kind: 'ResourceQuota', ...quota })}`);
  await asked('schedule');
  const csv = async (line: string): Promise<string[]> => (await asked(`${line} -o csv`)).out.split('\n');
  expect(await csv('nodes')).toEqual([
    'name,status,pods,cpu_requested,cpu_of,cpu_share,memory_requested,memory_of,memory_share,taints,age',
    expect.stringMatching(/^a,\w+,1,1,2,0\.5,/),
  ]);
  expect((await asked('nodes')).out).toMatch(/^NAME +STATUS +PODS .*\na +\w+ +1 +1 +2 +50 % /);
  expect(await csv('pods')).toEqual([
    'pod,phase,node,priority,requests,age',
    expect.stringMatching(/^default\/large,Pending,,0,.*cpu=8/),
    expect.stringMatching(/^default\/small,Pending,a,0,.*cpu=1/),
  ]);
  expect((await asked('pods --node a -o name')).out).toBe('default/small');
  expect((await csv('runs'))[1]).toMatch(/^[\w-]{36},complete,[^,]+,no,\d+,2,1,1,/);
  expect(await csv('quotas')).toEqual(['quota,resource,used,hard,free,scopes', 'default/q,pods,2,5,3,']);
  for (const line of ['nodes -l none=x', 'pods -n none', 'runs --state failed', 'quotas -n none']) {
    expect(await csv(line)).toEqual(await csv(line.split(' ')[0] ?? '').then(([header]) => [header]));
    expect((await asked(`${line} -o ndjson`)).out).toBe('');
    expect(await asked(line)).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^There are no such /) });
  }
  const lines = (await asked('pods -o ndjson')).out.split('\n').map((line) => JSON.parse(line) as { name: string });
  expect(lines.map(({ name }) => name)).toEqual(['large', 'small']);
});

test('why: a pod that was never tried, and one that is not there', async () => {
  const err = `pod default/large has no decision yet. This tries it: berth schedule -c ${cluster} --pod default/large`;
  expect(await asked('why large')).toMatchObject({ code: 1, err: `berth: ${err}` });
  expect(await asked('why nobody')).toMatchObject({ code: 3, err: 'berth: pods "nobody" not found' });
});

function etcd(namespace: string): object {
  return { ...pod('etcd'), metadata: { name: 'etcd', namespace } };
}

test('a pod that is in another namespace: where, with the command to paste', async () => {
  await asked(`import ${file('elsewhere.json', etcd('kube-system'), etcd('shop'))}`);
  const found = (line: string): string =>
    'berth: pods "etcd" not found; other namespaces have a pod etcd:\n' +
    `  berth ${line.replace('POD', 'kube-system/etcd')}\n  berth ${line.replace('POD', 'shop/etcd')}`;
  expect(await asked('why etcd')).toMatchObject({ code: 3, err: found(`why -c ${cluster} POD`) });
  expect(await asked('why-not etcd a')).toMatchObject({ code: 3, err: found(`why-not -c ${cluster} POD a`) });
  const meant = (line: string): string =>
    `  berth ${line} -c ${cluster}POD kube-system/etcd\n  berth ${line} -c ${cluster}POD shop/etcd`;
  expect(await asked('why default/etcd')).toMatchObject({
    code: 3,
    err: `berth: pods "etcd" not found; did you mean:\n${meant('why').replaceAll('POD', '')}`,
  });
  expect(await asked('decisions --pod default/etcd')).toMatchObject({
    code: 0,
    err: expect.stringContaining(
      `There is no pod default/etcd; did you mean:\n${meant('decisions').replaceAll('POD', ' --pod')}`,
    ),
  });
  expect((await asked('why-not shop/etdc a')).err).toContain(`berth why-not -c ${cluster} shop/etcd a`);
});

test('a fork differs from what it began as, and a moment from the next', async () => {
  await asked(`fork ${cluster}-b`);
  expect(await asked(`diff --with ${cluster}-b --exit-code`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('no difference'),
  });
  await asked('schedule');
  const changed = await asked(`diff --with ${cluster}-b --exit-code`);
  expect(changed).toMatchObject({ code: 1, out: expect.stringMatching(/\ndefault\/small +a +-\n/) });
  expect((await asked('diff --from revision:1')).out).toMatch(/\n~ Pod default\/small +\/spec\/nodeName/);
  expect((await asked('diff')).code).toBe(2);
});

test('changes come once each and in order, until somebody ends it', async () => {
  const lines: string[] = [];
  const ended = new AbortController();
  await asked('watch --after 0', {
    signal: ended.signal,
    print: (line) => {
      lines.push(line);
      if (lines.length === 4) ended.abort();
    },
  });
  expect(lines.map((line) => line.split('  ').slice(1, 3))).toEqual(
    [1, 2, 3, 4].map((position) => [String(position), 'revision 1']),
  );
});

test('a list that is watched prints what is new', async () => {
  const lines: string[] = [];
  const ended = new AbortController();
  await asked('clusters list --watch -o name', {
    signal: ended.signal,
    print: (line) => {
      lines.push(line);
      if (line === 'later') ended.abort();
      else if (lines.length === 1) void api.post('/v1/clusters').send({ name: 'later' }).expect(201).then();
    },
  });
  expect(lines.filter((line) => line === cluster)).toHaveLength(1);
  expect(lines.at(-1)).toBe('later');
  expect((await asked('clusters list --watch -o json')).code).toBe(2);
});

test('profiles come from the file that kube-scheduler reads', async () => {
  const configuration = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';
  const input = [`${configuration}profiles: [{schedulerName: batch}]\n`];
  expect((await asked('profiles set -', { input })).out).toBe('profile batch is at version 1');
  expect((await asked('profiles -o name')).out.split('\n')).toContain('batch');
  expect(load((await asked('profiles show batch')).out)).toMatchObject({ name: 'batch', version: 1 });
  expect((await asked('profiles set -', { input: [`${configuration}profiles: [{}, {}]\n`] })).code).toBe(3);
  expect((await asked('profiles delete batch')).out).toBe('profile batch deleted');
});

test('the doctor looks at everything between here and the database', async () => {
  const { code, out } = await asked('doctor -o csv');
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    'check result',
    'service ok',
    'version ok',
    'clock ok',
    'shutdown ok',
    'database ok',
    expect.stringMatching(/^disk /),
    'cluster ok',
  ]);
  expect(await asked('doctor -c nowhere')).toMatchObject({ code: 1, out: expect.stringContaining('failed') });
  expect(await asked('--url http://127.0.0.1:1 doctor')).toMatchObject({
    code: 4,
    out: expect.stringMatching(/service +failed +cannot reach/),
  });
});

test('a context names a service and a cluster', async () => {
  const config = { BERTH_CONFIG: join(folder, 'config/berth.yaml') };
  await berth(`context set here --url ${api.url} --cluster ${cluster}`, { environment: config });
  expect((await berth('pending -o name', { environment: config })).out.split('\n')).toHaveLength(2);
  expect((await berth('-c none pending', { environment: config })).code).toBe(3);
});

test('candidates for a word: commands, options, choices, and the names that there are', async () => {
  const found = async (words: string): Promise<string[]> =>
    (await asked(`completion candidates -- ${words}`)).out.split('\n');
  expect(await found('cl')).toEqual(['clusters', 'clock']);
  expect(await found('clusters ')).toEqual(['list', 'create', 'delete']);
  expect(await found(`clusters delete ${cluster.slice(0, -1)}`)).toEqual([cluster]);
  expect(await found(`decisions -c ${cluster} --out`)).toEqual(['--outcome', '--output']);
  expect(await found('decisions --outcome s')).toEqual(['scheduled', 'skipped']);
  expect(await found('schedule --profile d')).toEqual(['default-scheduler']);
  expect(await found('completion ')).toEqual(['bash', 'zsh', 'fish']);
  expect(await found('--url http://127.0.0.1:1 import ')).toEqual(['']);
});

test('nobody who answers, and no cluster that is named', async () => {
  expect(await berth('clusters --url http://127.0.0.1:1', { environment: {} })).toEqual({
    code: 4,
    out: '',
    err: expect.stringMatching(/^berth: cannot reach http:\/\/127\.0\.0\.1:1: .*is it running\?/),
  });
  expect(await berth('pending', { environment: { BERTH_URL: api.url, BERTH_CONFIG: join(folder, 'no') } })).toEqual({
    code: 2,
    out: '',
    err:
      'berth: no cluster is named: --cluster NAME, BERTH_CLUSTER, or a context with one\n' +
      'Usage: berth pending [options]',
  });
});
