import { PageSessions } from './page-sessions.js';

const sessions = new PageSessions(new Uint8Array(32));

test.each([{ authorization: 'Bearer berth_x' }, { authorization: 'Bearer token', team: 'shop' }])(
  'a session of %j is opened as it was sealed, and says nothing of it',
  async (identity) => {
    const sealed = await sessions.seal(identity);
    expect(await sessions.open(sealed)).toEqual(identity);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('berth_x');
    expect(await sessions.seal(identity)).not.toBe(sealed);
  },
);

test('what was changed, or sealed by another service, is no session', async () => {
  const sealed = await sessions.seal({ authorization: 'Bearer berth_x' });
  const other = new PageSessions(new Uint8Array(32).fill(1));
  expect(await other.open(sealed)).toBeUndefined();
  expect(await sessions.open(`${sealed.slice(0, -4)}AAAA`)).toBeUndefined();
  expect(await sessions.open('')).toBeUndefined();
});
