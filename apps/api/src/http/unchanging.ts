/**
 * The headers of what never changes: whoever has it need not ask again. Private, because who may read it can change.
 */
export const UNCHANGING: Readonly<Record<string, string>> = { 'cache-control': 'private, max-age=31536000, immutable' };
