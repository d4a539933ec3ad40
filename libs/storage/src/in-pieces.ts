/** The same bytes in pieces of a size; the last one may be shorter. */
export async function* inPieces(pieces: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < size) continue;
    const bytes = Buffer.concat(held);
    let from = 0;
    for (; length - from >= size; from += size) yield bytes.subarray(from, from + size);
    held = from === length ? [] : [bytes.subarray(from)];
    length -= from;
  }
  if (length > 0) yield Buffer.concat(held);
}
