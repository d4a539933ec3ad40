/** What an address may hold of one text: proxies begin to cut off at 8 KiB. */
const MAX_IN_ADDRESS = 4_000;
const KEPT = '~';
const STORED = 'berth.text.';

/** Where texts are stored that are too long for an address: those of the tab, in a browser. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

/** What stands in the address for a text: itself, or the name under which this tab keeps it. */
export function shortened(text: string, store: TextStore): string {
  if (text.length <= MAX_IN_ADDRESS && !text.startsWith(KEPT)) return text;
  const name = nameOf(text);
  store.setItem(STORED + name, text);
  return KEPT + name;
}

/** The text that stands in the address; undefined where another tab keeps it. */
export function inFull(found: string, store: TextStore): string | undefined {
  return found.startsWith(KEPT) ? (store.getItem(STORED + found.slice(KEPT.length)) ?? undefined) : found;
}

/** FNV-1a and the length: the same text has the same name, so that going back does not keep it twice. */
function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`;
}
