/** Where a result is delivered: a folder below the one of the team, or a URL. */
export type Target =
  { readonly kind: 'file'; readonly folder: readonly string[] } | { readonly kind: 'webhook'; readonly url: URL };

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,62}$/;
const MOST_SEGMENTS = 8;

const WRONG_PATH =
  'the path is relative to the folder of the team: names of letters, digits, `.`, `_` and `-`, separated by `/`';

/** Reads a target; a text says what is wrong with it. */
export function readTarget(text: string): Target | string {
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length).replace(/\/$/, '');
    const folder = path === '' ? [] : path.split('/');
    if (folder.length <= MOST_SEGMENTS && folder.every((name) => SEGMENT.test(name))) return { kind: 'file', folder };
    return WRONG_PATH;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be `file:FOLDER/` or a URL that begins with https://';
  if (url.username !== '' || url.password !== '') return 'a URL with a user or password is not accepted';
  return { kind: 'webhook', url };
}
