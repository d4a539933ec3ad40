/** Where a result is delivered as files: a folder below the one of the team, in the delivery folder or in a bucket. */
export type FileTarget =
  | { readonly kind: 'file'; readonly folder: readonly string[] }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly folder: readonly string[] };

/** Where a result is delivered. */
export type Target = FileTarget | { readonly kind: 'webhook'; readonly url: URL };

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,62}$/;
const MOST_SEGMENTS = 8;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const WRONG_PATH =
  'the path is relative to the folder of the team: names of letters, digits, `.`, `_` and `-`, separated by `/`';

/** Reads a target; a text says what is wrong with it. */
export function readTarget(text: string): Target | string {
  if (text.startsWith('file:')) {
    const folder = folderOf(text.slice('file:'.length));
    return folder === undefined ? WRONG_PATH : { kind: 'file', folder };
  }
  if (text.startsWith('s3://')) {
    const [bucket = '', ...rest] = text.slice('s3://'.length).split('/');
    if (!BUCKET.test(bucket)) return 'must be `s3://BUCKET/PREFIX/`, with the name of a bucket of S3';
    const folder = folderOf(rest.join('/'));
    return folder === undefined ? WRONG_PATH : { kind: 'bucket', bucket, folder };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be `file:FOLDER/`, `s3://BUCKET/PREFIX/` or a URL that begins with https://';
  if (url.username !== '' || url.password !== '') return 'a URL with a user or password is not accepted';
  return { kind: 'webhook', url };
}

function folderOf(text: string): readonly string[] | undefined {
  const path = text.replace(/\/$/, '');
  const folder = path === '' ? [] : path.split('/');
  return folder.length <= MOST_SEGMENTS && folder.every((name) => SEGMENT.test(name)) ? folder : undefined;
}
