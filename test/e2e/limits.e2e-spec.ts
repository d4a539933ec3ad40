import { once } from 'node:events';
import { connect } from 'node:net';
import { TestApi } from './test-api.js';

/** Each limit: what is just within it is done, what is beyond it is refused in the same word, however far beyond. */
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
});
afterAll(() => api.stop());

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

const GRANTED = { status: 200, code: undefined };

async function asked(query: string): Promise<Answer> {
  const { status, body } = await api.post('/graphql').send({ query });
  return { status, code: (body as { errors?: [{ extensions: { code: string } }] }).errors?.[0].extensions.code };
}

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const nested = (depth: number): string => `${'{ ofType '.repeat(depth - 2)}{ name }${' }'.repeat(depth - 2)}`;

/** Ten words and a hundred fields each: graphql-js itself gives up on very many of one name. */
const words = (count: number): string =>
  times(
    Math.ceil(count / 110),
    (i) => `c${i}: cluster(name: "x") { ${times(Math.min(count - i * 110, 110) - 10, () => 'id')} }`,
  );

/** The head of a request alone: what it announces is refused before it is sent. */
async function announced(bytes: number): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  socket.write(
    `POST /v1/clusters HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  const padded = Buffer.alloc(bytes <= 8 * 2 ** 20 ? bytes : 0, ' ');
  padded.write('{');
  socket.write(padded);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  const answer = String(head);
  return { status: Number(answer.split(' ')[1]), code: /"code":"([A-Z_]+)"/.exec(answer)?.[1] };
}

/** What is asked for, of a size, and the largest that is granted. */
const LIMITS: readonly (readonly [string, number, (size: number) => Promise<Answer>, Answer, Answer])[] = [
  [
    'levels of a query',
    15,
    (size) => asked(`{ __type(name: "Query") ${nested(size)} }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'aliases of a query',
    30,
    (size) => asked(`{ clusters { ${times(size, (i) => `a${i}: __typename`)} } }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'root fields of a query',
    20,
    (size) => asked(`{ ${times(size, () => '__typename')} }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'directives of a query',
    50,
    (size) => asked(`{ clusters { ${times(size, () => '__typename @skip(if: false)')} } }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'objects of a query',
    499,
    (size) => asked(`{ clusters(first: 100) { edges { node { nodes(first: ${size}) { edges { node { id } } } } } } }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'words of a query',
    2_000,
    (size) => asked(`{ ${words(size - 2)} }`),
    GRANTED,
    { status: 400, code: 'QUERY_TOO_COMPLEX' },
  ],
  [
    'bytes of a body',
    8 * 2 ** 20,
    announced,
    { status: 400, code: 'MALFORMED_BODY' },
    { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  ],
];

describe.each(LIMITS)('%s', (_, most, ask, granted, refused) => {
  test('up to the limit are granted, and no more', async () => {
    expect(await ask(most)).toEqual(granted);
    expect(await ask(most + 1)).toEqual(refused);
  });

  test('a hundred times as many are refused at once, and leave nothing', async () => {
    const known = api.log.length;
    const ten = async (): Promise<number> => {
      for (let count = 0; count < 10; count++) expect(await ask(most * 100)).toEqual(refused);
      return process.memoryUsage().rss;
    };
    // What the first ones bring is code that is compiled, and room for the heap.
    const before = await ten();
    expect((await ten()) - before).toBeLessThan(64 * 2 ** 20);
    const took = api.log.slice(known).flatMap(({ ms }) => (typeof ms === 'number' ? ms : []));
    expect(took.sort((a, b) => a - b)[took.length >> 1]).toBeLessThan(50);
  });
});
