import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestApi } from '../e2e/test-api.js';
import { describeFinding, runCampaign } from './campaign.js';

const SEED = 20_261_122;

test(`150 requests made by dice (seed ${SEED}): none is answered as a fault, or as no document says`, async () => {
  const api = await TestApi.start();
  const { findings, undocumented } = await runCampaign({ url: api.url, seed: SEED, requests: 150 });
  await api.stop();
  expect(findings.map(describeFinding)).toEqual([]);
  expect(undocumented.map(describeFinding)).toEqual([]);
});

describe('a fault that is planted is found', () => {
  let server: Server;
  afterEach(() => server.close());

  /** Answers everything, and one sort of request with a fault. */
  async function faulty(
    isPlanted: (request: string) => boolean,
    fault: { status: number; text: string },
  ): Promise<string> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const planted = isPlanted(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
          response.statusCode = planted ? fault.status : 200;
          response.end(planted ? fault.text : '{}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each<[string, (request: string) => boolean, { status: number; text: string }]>([
    ['a NUL in a body', (request) => request.includes('\\u0000'), { status: 500, text: '' }],
    ['a JSON patch that copies', (request) => /^PATCH.*"op":"copy"/s.test(request), { status: 502, text: '' }],
    ['a time that is none', (request) => /[?&](since|until)=[^&\d]/.test(request), { status: 500, text: '' }],
    [
      'a mutation',
      (request) => request.includes('"query":"mutation'),
      { status: 200, text: '{"errors":[{"extensions":{"code":"INTERNAL"}}]}' },
    ],
  ])('%s', async (_, isPlanted, fault) => {
    const url = await faulty(isPlanted, fault);
    const { findings } = await runCampaign({ url, seed: SEED, requests: 1_000 });
    expect(findings.length).toBeGreaterThan(0);
    const again = await runCampaign({ url, seed: SEED, requests: (findings[0]?.index ?? 0) + 1 });
    expect(again.findings).toEqual([findings[0]]);
  });

  test('an answer that is as no document says', async () => {
    const url = await faulty(() => false, { status: 200, text: '' });
    const { undocumented } = await runCampaign({ url, seed: SEED, requests: 20 });
    const [first] = undocumented;
    expect(first?.why).toMatch(/the status 200|200 as|200 for what is in no document|must/);
    const again = await runCampaign({ url, seed: SEED, requests: (first?.index ?? 0) + 1 });
    expect(again.undocumented).toEqual([first]);
  });
});
