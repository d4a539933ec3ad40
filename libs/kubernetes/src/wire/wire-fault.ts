/** Stays inside this folder: why bytes are no message, in the words of the API server; a value at its door. */
export class WireFault extends Error {}

/** What the library throws, in the words of Go. */
export function sound<T>(read: () => T, { name }: { readonly name: string }): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireFault || !(error instanceof Error)) throw error;
    if (error instanceof RangeError) throw new WireFault('unexpected EOF');
    const kind = name.slice(name.lastIndexOf('.') + 1);
    throw new WireFault(`proto: ${kind}: ${error.message}`);
  }
}
