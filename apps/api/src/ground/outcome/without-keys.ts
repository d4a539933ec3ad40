/** The beginning of a key, which names it, and all that follows. */
const KEY = /berth_[0-9A-Za-z]{12}_\w*/g;

/** A text without keys that stand in it as they are. */
export function blotted(text: string): string {
  return text.replaceAll(KEY, 'berth_...');
}

/** Whether a URL, or a part of one, has a key in it, however it is written. */
export function hasKey(url: string): boolean {
  return decoded(url).search(KEY) >= 0;
}

/** The same without keys, for logs and messages. */
export function withoutKeys(url: string): string {
  return hasKey(url) ? blotted(decoded(url)) : url;
}

/** Percent signs that say nothing stand for themselves. */
function decoded(url: string): string {
  return url.replaceAll(/(%[0-9A-Fa-f]{2})+/g, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
