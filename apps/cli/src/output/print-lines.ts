/** Prints text as it comes, in whole lines. */
export async function printLines(chunks: AsyncIterable<string>, print: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n');
    if (end >= 0) print(text.slice(0, end));
    rest = text.slice(end + 1);
  }
  if (rest !== '') print(rest);
}
