import type { Browser, Page } from 'playwright-core';
import { TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { settled, sharedBrowser } from './browser.js';
import { LocalIssuer } from './local-issuer.js';

const KNOWN = { clientId: 'berth-page', audience: 'berth' };

let api: TestApi;
let browser: Browser;
let issuer: LocalIssuer;

beforeAll(async () => {
  issuer = await LocalIssuer.start(KNOWN);
  api = await TestApi.start({
    BERTH_OIDC_ISSUER: issuer.url,
    BERTH_OIDC_AUDIENCE: KNOWN.audience,
    BERTH_OIDC_CLIENT_ID: KNOWN.clientId,
    BERTH_OIDC_GROUPS: 'platform=default:viewer',
  });
  browser = await sharedBrowser();
});

afterEach(() => {
  issuer.claims = {};
});

afterAll(async () => {
  await api.stop();
  issuer.stop();
});

async function atPage<T>(what: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await what(await context.newPage());
  } finally {
    await context.close();
  }
}

test('a reader signs in at the issuer and comes back to where they were; no script reads the session', async () => {
  await atPage(async (page) => {
    await page.goto(`${api.url}/ui/access?note=here`);
    await page.getByRole('button', { name: 'no key' }).click();
    const way = page.getByRole('link', { name: `Sign in at ${new URL(issuer.url).host}` });
    await way.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await way.click();
    await page.getByRole('button', { name: 'signed in' }).waitFor();
    await settled(page);
    await page.getByLabel('Your identity').getByText('Ann').waitFor();
    expect(page.url()).toBe(`${api.url}/ui/access?note=here`);
    expect(await page.context().cookies(`${api.url}/ui/session`)).toMatchObject([
      { name: 'berth_session', httpOnly: true, sameSite: 'Strict', expires: -1 },
    ]);
    const readable = await page.evaluate('document.cookie + JSON.stringify({ ...sessionStorage, ...localStorage })');
    // Neither a token nor the cookie.
    expect(readable).not.toMatch(/eyJ|berth_/);
    await page.getByRole('button', { name: 'signed in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'no key' }).waitFor();
    expect(await page.context().cookies(`${api.url}/ui/session`)).toEqual([]);
  });
});

/** The page after a sign-in that has failed: it says why, offers the way again, and the browser has no session. */
async function notSignedIn(page: Page, why: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Key' });
  await dialog.getByRole('alert').getByText(why).waitFor();
  await dialog.getByRole('link', { name: /^Sign in at/ }).waitFor();
  expect(page.url()).not.toContain('sign-in');
  expect(await page.context().cookies(`${api.url}/ui/session`)).toEqual([]);
}

test.each([
  ['for another audience', { aud: 'elsewhere' }, /does not accept the token/, /ERR_JWT_CLAIM_VALIDATION_FAILED/],
  ['of another sign-in', { nonce: 'another' }, /does not answer as it has to/, /of another sign-in/],
] as const)('a token %s is no session, and the log says why', async (_, claims, why, logged) => {
  issuer.claims = claims;
  await atPage(async (page) => {
    await page.goto(`${api.url}/ui/sign-in`);
    await notSignedIn(page, why);
  });
  const said = api.log.filter(({ msg }) => msg === 'a reader is not signed in');
  expect(JSON.stringify(said.at(-1))).toMatch(logged);
});

test('a code that comes back to a browser that did not begin, or to another sign-in, is not exchanged', async () => {
  await atPage(async (page) => {
    await page.goto(`${api.url}/ui/sign-in/done?code=code-0&state=stolen`);
    await notSignedIn(page, /began in another browser/);
    const begun = await page.request.get(`${api.url}/ui/sign-in`, { maxRedirects: 0 });
    expect(begun.status()).toBe(302);
    await page.goto(`${api.url}/ui/sign-in/done?code=code-0&state=other`);
    await notSignedIn(page, /began in another browser/);
  });
});

test('a word of another in the address is read as a refusal', async () => {
  await atPage(async (page) => {
    await page.goto(`${api.url}/ui/?sign-in-problem=constructor`);
    await notSignedIn(page, /refuses this sign-in/);
  });
});

test.each([
  ['access_denied', /was denied/],
  ['server_error', /refuses this sign-in/],
])(
  'where the issuer answers %s, the page says so where the reader was, and offers to begin again',
  async (error, why) => {
    await atPage(async (page) => {
      const begun = await page.request.get(`${api.url}/ui/sign-in?to=/ui/access`, { maxRedirects: 0 });
      const state = new URL(begun.headers()['location'] ?? '').searchParams.get('state') ?? '';
      await page.goto(`${api.url}/ui/sign-in/done?error=${error}&state=${state}`);
      await notSignedIn(page, why);
      expect(page.url()).toBe(`${api.url}/ui/access`);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('link', { name: /^Sign in at/ }).click();
      await page.getByRole('button', { name: 'signed in' }).waitFor();
    });
  },
);

test.each(['//elsewhere.example/', 'https://elsewhere.example/', '/ui//elsewhere.example', '/v1/clusters'])(
  'signing in does not lead to %s',
  async (to) => {
    await atPage(async (page) => {
      await page.goto(`${api.url}/ui/sign-in?to=${encodeURIComponent(to)}`);
      await page.getByRole('button', { name: 'signed in' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/ui/');
    });
  },
);

// The last one: the issuer is away from then on.
test('where the issuer is away, the page says so', async () => {
  issuer.stop();
  await atPage(async (page) => {
    await page.goto(`${api.url}/ui/sign-in?to=/ui/access`);
    await notSignedIn(page, /does not answer/);
  });
});
