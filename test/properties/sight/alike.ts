import fc from 'fast-check';
import { CALLER, TestServices, valueOf } from '../../services/index.js';
import { TestApi } from '../../e2e/test-api.js';
import { DOCUMENTS } from './documents.js';
import { requests } from './requests.js';
import { commonWorld, makeWorld, maskedAnswer, type World } from './two-worlds.js';

/** Operations that are about the service, or whose answers count time: the number of buckets would divide it. */
const BUCKETS = '&buckets=1';
const TIMED: readonly string[] = ['readActivity', 'readNodesOverTime', 'readUtilizationOverTime'];

interface Asked {
  readonly what: string;
  readonly send: () => Promise<{ readonly status: number; readonly text: string }>;
}

/**
 * Asks every operation that reads, over REST, the Kubernetes API and GraphQL, in so many pairs of worlds that differ in
 * nothing but what is hidden from the reader: both are answered alike. With `isProven`, worlds that differ in what is
 * seen are distinguished.
 */
export function answersAlike(pairs: number, { isProven = false } = {}): void {
  let api: TestApi;
  let services: TestServices;
  beforeAll(async () => {
    api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
    services = await TestServices.create(api.database);
  }, 60_000);
  afterAll(async () => {
    await services.leave();
    await api.stop();
  });

  test('two worlds that differ in what is hidden answer alike', async () => {
    const different: string[] = [];
    let compared = 0;
    for (const common of fc.sample(commonWorld, pairs)) {
      const worlds = [await makeWorld(services, common), await makeWorld(services, common)];
      const [one = [], other = []] = await Promise.all(worlds.map(async (world) => ask(await allOf(world), world)));
      expect(one.map(({ what }) => what)).toEqual(other.map(({ what }) => what));
      for (const [index, { what, answer }] of one.entries()) {
        compared++;
        if (answer !== other[index]?.answer) different.push(`${what}\n  ${answer}\n  ${other[index]?.answer ?? ''}`);
      }
    }
    process.stdout.write(`hidden worlds: ${pairs} pairs of worlds, ${compared} pairs of answers\n`);
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(pairs * 250);
  }, 900_000);

  if (isProven)
    test('two worlds that differ in what is seen do not', async () => {
      const [one, other] = fc.sample(commonWorld, { numRuns: 2, seed: 1 });
      if (one === undefined || other === undefined) throw new Error('two are sampled');
      const worlds = [await makeWorld(services, one), await makeWorld(services, other)];
      const [first = [], second = []] = await Promise.all(worlds.map(async (world) => ask(await allOf(world), world)));
      const answers = new Map(second.map(({ what, answer }) => [what, answer]));
      expect(first.filter(({ what, answer }) => answers.get(what) !== answer).length).toBeGreaterThan(50);
    }, 300_000);

  async function nameOf({ shared: { id } }: World): Promise<string> {
    return valueOf(await services.clusters.get({ ...CALLER, roles: ['system'] }, id)).name;
  }

  async function ask(
    all: readonly Asked[],
    world: World,
  ): Promise<{ readonly what: string; readonly answer: string }[]> {
    const name = await nameOf(world);
    const answers: { what: string; answer: string }[] = [];
    for (const { what, send } of all) {
      const { status, text } = await send();
      const masked = (said: string): string => maskedAnswer(said, world, name);
      answers.push({ what: masked(what), answer: `${status} ${masked(text)}` });
    }
    return answers;
  }

  async function allOf({ shared, hidden }: World): Promise<Asked[]> {
    const [namespace = '', name = ''] = hidden;
    const as = { ...CALLER, roles: ['system'] as const };
    const decisions = valueOf(await services.decisions.list(as, shared.id, { filter: {}, pageSize: 50 })).items;
    const given = {
      shared: { ...shared, readers: [], evicted: '' },
      namespaces: ['zours', namespace],
      names: ['node-0', 'own-0', name],
      decisions: decisions.slice(0, 6).map(({ id }) => id),
      digest: '0'.repeat(64),
    };
    const overRest = requests(given)
      .filter(({ url }) => url.includes(shared.id))
      .map(({ operation, url }): Asked => {
        const path = TIMED.includes(operation) ? `${url}${url.includes('?') ? '' : '?'}${BUCKETS.slice(1)}` : url;
        return { what: `${operation} ${path}`, send: async () => api.get(path).buffer(true) };
      });
    const overGraphql = Object.entries(DOCUMENTS).map(([what, document]): Asked => {
      const asked = document.replace(/buckets: \d+/, 'buckets: 1');
      const query = `{ cluster(id: ${JSON.stringify(shared.id)}) { ${asked} } }`;
      return { what: `GraphQL ${what}`, send: async () => api.post('/graphql').send({ query }) };
    });
    return [...overRest, ...overGraphql];
  }
}
