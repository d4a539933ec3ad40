import { CALLER, node, TestServices, valueOf } from '#test-services';
import type { Outcome } from '#requests';
import type { LogPoint } from '#cluster';
import { resolveMoment } from './resolve-moment.js';

let services: TestServices;
let cluster: string;
/** When the revisions 1 and 2 were written. */
let times: Date[] = [];
beforeAll(async () => {
  services = await TestServices.create();
  cluster = await services.clusterOf(node('a'), node('b'));
  valueOf(await services.import(cluster, [node('c'), node('d')]));
  times = (
    await services.rows<{ at: Date }>('SELECT at FROM revisions WHERE cluster_id = $1 ORDER BY revision', [cluster])
  ).map(({ at }) => at);
});
afterAll(() => services.drop());

const resolve = (at: string): Promise<Outcome<LogPoint>> =>
  services.database.transaction(CALLER, (tx) => resolveMoment(tx, cluster, at));
const time = (index: number, ms = 0): string => new Date(Number(times[index]) + ms).toISOString();

test.each([
  ['the beginning', () => '0', [0, 0], false],
  ['a position inside a revision', () => '1', [1, 1], false],
  ['the last position', () => '4', [4, 2], true],
  ['revision 0', () => 'revision:0', [0, 0], false],
  ['the end of a revision', () => 'revision:1', [2, 1], false],
  ['the last revision', () => 'revision:2', [4, 2], true],
  ['just when it was written', () => time(0), [2, 1], false],
  ['just before', () => time(1, -1), [2, 1], false],
  ['just when the last was written', () => time(1), [4, 2], true],
  ['before the first', () => time(0, -1), [0, 0], false],
  ['with another offset', () => time(1).replace('Z', '+00:00'), [4, 2], true],
] as [string, () => string, [number, number], boolean][])('%s', async (_, at, [position, revision], isPresent) => {
  const point = valueOf(await resolve(at()));
  expect([Number(point.position), Number(point.revision), point.isPresent]).toEqual([position, revision, isPresent]);
  expect(point.at).toEqual(revision === 0 ? null : times[revision - 1]);
});

test.each([
  ['5', 'at most the present position, 4'],
  ['revision:3', 'at most the present revision, revision:2'],
  ['2999-01-01T00:00:00Z', 'at most the present, '],
  ['-1', 'a position ("123")'],
  ['007', 'a position ("123")'],
  ['yesterday', 'a position ("123")'],
  ['2026-01', 'a position ("123")'],
  ['2999-01-01', 'at most the present, '],
  ['2026-13-01T00:00:00Z', 'a position ("123")'],
  ['', 'a position ("123")'],
  ['revision:', 'a position ("123")'],
  ['99999999999999999999', 'a position ("123")'],
])('%s is refused: must be %s', async (at, expected) => {
  const outcome = await resolve(at);
  expect(outcome).toEqual({
    refused: true,
    refusal: {
      kind: 'InvalidRequest',
      problems: [
        { field: 'at', reason: 'FieldValueInvalid', message: expect.stringContaining(`must be ${expected}`) as string },
      ],
    },
  });
});

test.each(['2020-01-01T00:00:00Z', '2020-01-01'])('%s, before the cluster', async (at) => {
  expect(await resolve(at)).toEqual({
    refused: true,
    refusal: { kind: 'HistoryExpired', at, oldest: '0', began: expect.any(String) as string },
  });
});
