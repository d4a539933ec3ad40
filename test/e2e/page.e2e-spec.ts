import { TestApi } from './test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.ofTeam();
});

afterAll(() => api.stop());

/** Addresses of files in the index. */
async function assets(ending: string): Promise<string[]> {
  const { text } = await api.get('/ui/');
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.endsWith(ending));
}

test('whoever asks for / is led to the page', async () => {
  for (const path of ['/', '/ui']) await api.get(path).expect(302).expect('location', '/ui/');
});

test.each(['/ui/', '/ui/clusters/prod/nodes?by=zone&at=revision%3A3', '/ui/clusters/a%20b'])(
  '%s gets the index, which is asked for anew each time and lets nothing in from elsewhere',
  async (path) => {
    const { headers, text } = await api
      .get(path)
      .set('accept', 'text/html')
      .expect(200)
      .expect('cache-control', 'no-cache');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['set-cookie']).toBeUndefined();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(text).toContain('<div id="page">');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(text).not.toMatch(/(?:src|href)="(?!\/ui\/)/);
  },
);

test('files with a hash in their name are kept for good, and come packed', async () => {
  const [script = ''] = await assets('.js');
  const plain = await api.get(script).set('accept-encoding', 'identity').expect(200);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await api.get(script).set('accept-encoding', 'gzip').expect(200).expect('content-encoding', 'gzip');
  expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
  expect(packed.text).toBe(plain.text);
  const [styles = ''] = await assets('.css');
  await api.get(styles).expect(200).expect('content-type', 'text/css; charset=utf-8');
});

test('a file of a build before is not answered with the index', async () => {
  await api.get('/ui/assets/index-before.js').expect(404);
  await api.get('/ui/..%2f..%2fpackage.json').expect(200).expect('content-type', 'text/html; charset=utf-8');
});
