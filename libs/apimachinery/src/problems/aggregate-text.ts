/**
 * Several errors in one text: one stands as it is, more are listed in brackets, each once. As apimachinery v1.34
 * Aggregate.Error.
 */
export function aggregateText(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const [only = ''] = distinct;
  return distinct.length > 1 ? `[${distinct.join(', ')}]` : only;
}
