import { brotli } from '#audit';
import { IN_TREE_PLUGINS, readProfile, type Plugin } from '#scheduler';
import type { TraceBudget } from '#cluster';
import { PastClusters } from '#state';
import { CALLER, first, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { ReplayDifference, ReplayReport, ReplaySelection } from './replay-report.js';
import { ReplayService } from './replay.service.js';
import type { ReplayEngine } from './recorded-profiles.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** Six nodes that differ, of which one is tainted, and eight pods (or more) of which the last fits nowhere. */
async function decided(pods = 8): Promise<{ readonly cluster: string; readonly run: string }> {
  const nodes = Array.from({ length: 5 }, (_, index) => node(`n${index}`, { cpu: String(4 + index), memory: '8Gi' }));
  const tainted = { ...node('tainted'), spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } };
  const cluster = await services.clusterOf(
    ...nodes,
    tainted,
    ...Array.from({ length: pods - 1 }, (_, index) => pod(`p${10 + index}`)),
    pod('q-huge', { cpu: '64' }),
  );
  const { id } = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  return { cluster, run: id };
}

async function replay(cluster: string, selection: ReplaySelection = {}, engine?: ReplayEngine): Promise<ReplayReport> {
  const replays = new ReplayService(services.database, { clusters: new PastClusters(), ...(engine && { engine }) });
  return valueOf(await replays.replay(CALLER, { cluster, selection }));
}

/** Past every trigger and right. */
async function alter(sql: string, values: unknown[]): Promise<void> {
  const changed = await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    return (await client.query(sql, values)).rowCount;
  });
  expect(changed).toBeGreaterThan(0);
}

/** A chunk or base in which a verdict's text, which is there once, is another; undefined when it has no such text. */
function withAnotherReason(body: Buffer): Buffer | undefined {
  const payload = Buffer.from(brotli.decompress(body.subarray(1)));
  const at = payload.indexOf('Insufficient cpu');
  if (at < 0) return undefined;
  payload.write('Insufficient gpu', at);
  return Buffer.concat([body.subarray(0, 1), brotli.compress(payload)]);
}

const without = ({ message: _, pod: _pod, run: _run, engine: _engine, ...rest }: ReplayDifference): unknown => rest;

describe('what a superuser changes is found', () => {
  test.each<[name: string, set: string, ordinal: number, want: Partial<ReplayDifference>]>([
    ['a node', "node_name = 'n0'", 3, { field: 'node', recorded: 'n0' }],
    ['an outcome', "outcome = 'scheduled'", 7, { field: 'outcome', recorded: 'scheduled', replayed: 'unschedulable' }],
    ['a message', "message = 'none'", 7, { field: 'message', recorded: 'none' }],
    ['a total', 'best_total = best_total + 1', 2, { field: 'best' }],
    ['a rejection', "rejections = '[]'", 7, { field: 'rejections', recorded: [] }],
    ['a seed', "seed = '7'", 1, { field: 'seed', recorded: '7', replayed: '0' }],
    [
      'a victim',
      `victims = '[{"namespace": "default", "name": "x", "uid": "y"}]'`,
      7,
      { field: 'victims', replayed: [] },
    ],
    [
      'a digest',
      "trace_digest = decode(repeat('ab', 32), 'hex')",
      4,
      { field: 'traceDigest', recorded: 'ab'.repeat(32) },
    ],
  ])('%s of a decision', async (_, set, ordinal, want) => {
    const { cluster, run } = await decided();
    await alter(`UPDATE decisions SET ${set} WHERE run_id = $1 AND ordinal = $2`, [run, ordinal]);
    const report = await replay(cluster);
    expect([report.decisions, report.identical, report.different, report.notComparable]).toEqual([8, 7, 1, 0]);
    // The stored evidence is what was decided: nothing is to be located there.
    expect(report.differences).toEqual([
      expect.objectContaining({
        decision: `${run}.${ordinal}`,
        part: 0,
        ...want,
        trace: null,
        compared: 'full',
        follows: null,
      }),
    ]);
  });

  test('a decision that is gone', async () => {
    const { cluster, run } = await decided();
    await alter('DELETE FROM decisions WHERE run_id = $1 AND ordinal = 6', [run]);
    const { decisions, differences } = await replay(cluster);
    expect(decisions).toBe(8);
    // Its pod took nobody's room then: those after it come out otherwise.
    expect(differences.map(without)).toContainEqual({
      decision: `${run}.6`,
      part: 0,
      field: 'decision',
      recorded: null,
      replayed: null,
      trace: null,
      compared: 'none',
      follows: null,
    });
    expect(differences.at(-1)).toMatchObject({
      decision: `${run}.7`,
      field: 'ordinal',
      recorded: 7,
      replayed: 6,
      follows: `${run}.6`,
    });
  });

  test('a chunk of evidence, at its plugin and node', async () => {
    const [{ cluster, run }, other] = [await decided(20), await decided(20)];
    const [{ body }] = [
      first(await services.rows<{ body: Buffer }>('SELECT body FROM trace_chunks WHERE run_id = $1', [run])),
    ];
    await alter('UPDATE trace_chunks SET body = $2 WHERE run_id = $1', [run, withAnotherReason(body)]);
    const report = await replay(cluster);
    const located = first(report.differences);
    expect(located).toMatchObject({
      field: 'trace',
      compared: 'full',
      trace: {
        what: 'verdict',
        plugin: 'NodeResourcesFit',
        recorded: { reasons: ['Insufficient gpu'] },
        replayed: { reasons: ['Insufficient cpu'] },
      },
    });
    expect(located.trace?.node).toMatch(/^(n\d|tainted)$/);
    expect(located.message).toContain(
      'the stored evidence is not what was decided; first at plugin NodeResourcesFit on node ',
    );
    expect((await replay(other.cluster)).different).toBe(0);
    await alter('UPDATE trace_chunks SET body = $2 WHERE run_id = $1', [run, Buffer.from([2, 1, 2, 3])]);
    expect((await replay(cluster)).differences[0]).toMatchObject({
      field: 'trace',
      recorded: 'not a readable trace: the chunk does not decompress',
      trace: null,
      compared: 'none',
    });
    await alter('DELETE FROM trace_chunks WHERE run_id = $1', [run]);
    expect((await replay(cluster)).differences).toHaveLength(20);
  });

  test('a base that the evidence of a small part refers to', async () => {
    const { cluster, run } = await decided();
    const bases = await services.rows<{ digest: Buffer; body: Buffer }>(
      'SELECT digest, body FROM trace_bases WHERE cluster_id = $1',
      [cluster],
    );
    const [{ digest, altered }] = [
      first(
        bases.flatMap((base) => {
          const altered = withAnotherReason(base.body);
          return altered === undefined ? [] : [{ ...base, altered }];
        }),
      ),
    ];
    await alter('UPDATE trace_bases SET body = $3 WHERE cluster_id = $1 AND digest = $2', [cluster, digest, altered]);
    const report = await replay(cluster);
    expect(first(report.differences)).toMatchObject({
      decision: `${run}.7`,
      field: 'trace',
      compared: 'full',
      trace: { plugin: 'NodeResourcesFit' },
    });
  });

  test('a change that the state comes from, at the plugin and node that it is about', async () => {
    const { cluster, run } = await decided();
    await alter(
      `UPDATE changes SET body = convert_to(replace(convert_from(body, 'UTF8'), '"cpu":"8"', '"cpu":"1"'), 'UTF8')
       WHERE cluster_id = $1 AND name = 'n4' AND kind = 'Node'`,
      [cluster],
    );
    const { differences } = await replay(cluster);
    expect(first(differences)).toMatchObject({
      decision: `${run}.0`,
      field: 'node',
      recorded: 'n4',
      trace: { what: 'raw', node: 'n4' },
      follows: null,
    });
    expect(differences[1]).toMatchObject({ follows: `${run}.0` });
  });

  test('a pod that was another one, and one that was not there', async () => {
    const { cluster, run } = await decided();
    await alter("UPDATE changes SET uid = 'another' WHERE cluster_id = $1 AND name = 'p10' AND op = 'create'", [
      cluster,
    ]);
    expect(first((await replay(cluster)).differences)).toMatchObject({
      decision: `${run}.0`,
      field: 'pod',
      replayed: 'another',
      compared: 'none',
    });
    await alter("UPDATE changes SET name = 'elsewhere' WHERE cluster_id = $1 AND name = 'p10' AND op = 'create'", [
      cluster,
    ]);
    expect(first((await replay(cluster)).differences)).toMatchObject({ field: 'pod', replayed: null });
  });

  test('a node that was not there', async () => {
    const { cluster, run } = await decided();
    await alter("UPDATE changes SET op = 'note' WHERE cluster_id = $1 AND name = 'n1' AND op = 'create'", [cluster]);
    expect(first((await replay(cluster)).differences)).toMatchObject({
      decision: `${run}.0`,
      field: 'nodes',
      recorded: { evaluated: 6 },
      trace: { what: 'nodes', node: 'n1', replayed: null },
    });
  });

  test.each(['source', 'effective'])('the %s of a profile', async (what) => {
    const { cluster, run } = await decided();
    const other = {
      source: { pluginConfig: [{ name: 'InterPodAffinity', args: { hardPodAffinityWeight: 5 } }] },
      effective: { schedulerName: 'default-scheduler' },
    }[what];
    await alter('UPDATE profiles SET config = config || $2::jsonb WHERE cluster_id = $1', [
      cluster,
      JSON.stringify({ [what]: other }),
    ]);
    const report = await replay(cluster);
    expect(report.different).toBe(8);
    expect(first(report.differences)).toMatchObject({ decision: `${run}.0`, field: 'profile' });
  });
});

/** An engine whose one plugin is another. */
function engineWith(name: string, change: Partial<Plugin>): ReplayEngine {
  const plugins = IN_TREE_PLUGINS.map((plugin) => (plugin.name === name ? { ...plugin, ...change } : plugin));
  const read: ReplayEngine['read'] = (source) => {
    const result = readProfile(source, plugins);
    return 'profile' in result ? result.profile : undefined;
  };
  return { digest: 'e'.repeat(64), version: '9.9.9', read };
}

const CORDONED = 'node(s) were unschedulable';
const bytesOn = (liked: number): Partial<Plugin> => ({
  score: () => ({ kind: 'score', score: (row) => (row === liked ? 9 : 0) }),
});
const without4: Partial<Plugin> = {
  filter:
    ({ status }) =>
    (row) =>
      row === 4 ? status('UnschedulableAndUnresolvable', CORDONED) : 0,
};

describe('another engine', () => {
  test.each<[name: string, engine: ReplayEngine, want: ReplayDifference['trace'], field: string]>([
    [
      'another filter',
      engineWith('NodeUnschedulable', without4),
      {
        what: 'verdict',
        plugin: 'NodeUnschedulable',
        node: 'n4',
        recorded: null,
        replayed: { plugin: 'NodeUnschedulable', code: 'UnschedulableAndUnresolvable', reasons: [CORDONED] },
      },
      'node',
    ],
    [
      'another score',
      engineWith('ImageLocality', bytesOn(2)),
      { what: 'raw', plugin: 'ImageLocality', node: 'n2', recorded: 0, replayed: 9 },
      'node',
    ],
  ])('%s is found with its plugin and node, and who decided', async (_, engine, trace, field) => {
    const { cluster, run } = await decided();
    const [{ digest, version }] = [
      first(await services.rows<{ digest: Buffer; version: string }>('SELECT digest, version FROM engines', [])),
    ];
    const found = first((await replay(cluster, {}, engine)).differences);
    expect(found).toMatchObject({
      decision: `${run}.0`,
      field,
      trace,
      compared: 'full',
      follows: null,
      engine: { digest: digest.toString('hex'), version, isPresent: false },
    });
    expect(found.message).toContain(`plugin ${trace?.plugin ?? ''} on node ${trace?.node ?? ''}: `);
    expect(found.message).toContain(
      `it was made by engine ${version} (${digest.toString('hex').slice(0, 12)}), which is not the present one`,
    );
    const present = await replay(cluster);
    expect([present.identical, present.different]).toEqual([8, 0]);
  });

  test('of a part, a run and a decision, no more than was asked for', async () => {
    const { cluster, run } = await decided();
    const engine = engineWith('ImageLocality', bytesOn(2));
    expect(await replay(cluster, { run, part: 0 }, engine)).toMatchObject({
      decisions: 8,
      identical: 1,
      different: 7,
      parts: 1,
    });
    const one = await replay(cluster, { decision: `${run}.5` }, engine);
    expect(one).toMatchObject({
      decisions: 1,
      identical: 0,
      different: 1,
      differences: [{ decision: `${run}.5`, follows: `${run}.0`, trace: { plugin: 'ImageLocality', node: 'n2' } }],
    });
    expect(await replay(cluster, { decision: `${run}.5` })).toMatchObject({ decisions: 1, identical: 1, different: 0 });
  });

  test('where traces were kept in part, or not at all, what can be compared', async () => {
    const engine = engineWith('ImageLocality', bytesOn(2));
    const compared = async (traceBudget: TraceBudget): Promise<unknown> => {
      const cluster = await services.clusterOf(node('a'), node('b'), node('c', { cpu: '1' }), pod('p'));
      valueOf(await services.clusters.update(CALLER, cluster, { traceBudget }));
      valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
      expect(await replay(cluster)).toMatchObject({ identical: 1, different: 0 });
      const { field, trace, compared: how } = first((await replay(cluster, {}, engine)).differences);
      return [field, trace, how];
    };
    expect(await compared({ keep: 'top', nodes: 1 })).toEqual(['traceDigest', null, 'partial']);
    expect(await compared({ keep: 'none' })).toEqual(['traceDigest', null, 'none']);
  });

  test('a version of before engines were noted is known by its digest, or not at all', async () => {
    const { cluster } = await decided();
    await alter('UPDATE profiles SET engine_digest = NULL WHERE cluster_id = $1', [cluster]);
    expect(await replay(cluster)).toMatchObject({ identical: 8, different: 0 });
    const found = first((await replay(cluster, {}, engineWith('ImageLocality', bytesOn(2)))).differences);
    expect(found).toMatchObject({ engine: null, trace: { plugin: 'ImageLocality', node: 'n2' } });
  });

  test('an engine that refuses the profile cannot decide', async () => {
    const { cluster, run } = await decided();
    const engine: ReplayEngine = { digest: 'e'.repeat(64), version: '9.9.9', read: () => undefined };
    expect(await replay(cluster, {}, engine)).toMatchObject({
      decisions: 8,
      identical: 0,
      different: 0,
      notComparable: 8,
      notCompared: [
        { run, part: 0, decisions: 8, reason: 'this engine does not take profile default-scheduler, version 1' },
      ],
    });
  });
});
