/** Stays inside this folder: why bytes are no message, in the words of the API server; a value at its door. */
export class WireFault extends Error {}

/** What the library throws, in the words of Go. */
export function sound<T>(read: () => T, { name }: { readonly name: string }): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireFault || !(error instanceof Error)) throw error;
    if (error instanceof RangeError) throw new WireFault('unexpected EOF');
    throw new WireFault(`proto: ${structName(name)}: ${inWordsOfGo(error.message)}`);
  }
}

function inWordsOfGo(message: string): string {
  return message.replace(/^illegal tag: field no (\d+) wire type (\d+)$/, 'illegal tag $1 (wire type $2)');
}

/** A message's struct in Go: without its package. */
export function structName(message: string): string {
  return message.slice(message.lastIndexOf('.') + 1);
}
