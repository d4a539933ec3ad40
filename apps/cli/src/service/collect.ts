/** The items of a list, at most so many: what comes behind them is not asked for. */
export async function collect<T>(items: AsyncIterable<T>, limit = Infinity): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= limit) break;
  }
  return found;
}
