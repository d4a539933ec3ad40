import { TestApi } from './test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.ofTeam();
});

afterAll(() => api.stop());

/** The cookie of a session, as a browser sends it back. */
async function signedIn(): Promise<string> {
  const { headers } = await api.post('/ui/session').set('authorization', `Bearer ${api.key}`).expect(204);
  const [cookie = ''] = headers['set-cookie'] as unknown as string[];
  expect(cookie).toMatch(/^berth_session=[\w.-]+; Path=\/ui\/session; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(api.key);
  return cookie.split(';', 1)[0] ?? '';
}

test('a session asks with its key below /ui/session, and nowhere else', async () => {
  const cookie = await signedIn();
  const { team } = api;
  const { body } = await api.get('/ui/session/v1/whoami').set('cookie', `a=b; ${cookie}`).expect(200);
  expect(body).toMatchObject({ team });
  const query = { query: '{ whoami { team } }' };
  const answer = await api.post('/ui/session/graphql').set('cookie', cookie).send(query).expect(200);
  expect(answer.body).toMatchObject({ data: { whoami: { team } } });
  await api.get('/v1/whoami').set('cookie', cookie).set('authorization', '').expect(401);
});

test('no session: without a cookie, with one that was changed, for a wrong key', async () => {
  const cookie = await signedIn();
  const asked = (): ReturnType<TestApi['get']> => api.get('/ui/session/v1/whoami');
  // What a request says beside its session does not count.
  await asked().set('authorization', `Bearer ${api.key}`).expect(401);
  await asked()
    .set('cookie', `${cookie.slice(0, -4)}AAAA`)
    .expect(401);
  await api.post('/ui/session').set('authorization', 'Bearer berth_wrong').expect(401);
});

test.each([
  ['sec-fetch-site', 'same-site'],
  ['sec-fetch-site', 'none'],
  ['origin', 'http://127.0.0.1:1'],
])('a page with %s: %s neither begins, uses nor ends a session', async (name, value) => {
  const cookie = await signedIn();
  await api.post('/ui/session').set('authorization', `Bearer ${api.key}`).set(name, value).expect(403);
  await api.get('/ui/session/v1/whoami').set('cookie', cookie).set(name, value).expect(403);
  await api.delete('/ui/session').set(name, value).expect(403);
});

test('signing out takes the cookie away; over HTTPS it is for HTTPS alone', async () => {
  const { headers } = await api.delete('/ui/session').expect(204);
  expect(headers['set-cookie']).toEqual(['berth_session=; Path=/ui/session; HttpOnly; SameSite=Strict; Max-Age=0']);
  const secure = await api.delete('/ui/session').set('x-forwarded-proto', 'https').expect(204);
  expect(String(secure.headers['set-cookie'])).toContain('; Secure');
});
