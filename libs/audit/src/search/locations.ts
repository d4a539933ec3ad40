/** Where a decision is, and the part that it is of. */
export interface Location {
  readonly run: string;
  readonly ordinal: number;
  /** The ordinal that its part begins with. */
  readonly partFirst: number;
  readonly at: Date;
}

/** A row of decisions that follow each other in one part. */
export interface Stretch extends Location {
  /** Its first number in the block. */
  readonly offset: number;
}

/** Offset, run, ordinal, first ordinal of the part, and the time in milliseconds. */
const BYTES = 2 + 16 + 4 + 4 + 6;

/** The stretches of a block, in the order of their offsets; each ends where the next one begins. */
export function encodeLocations(stretches: readonly Stretch[]): Buffer {
  const bytes = Buffer.allocUnsafe(stretches.length * BYTES);
  let at = 0;
  for (const { offset, run, ordinal, partFirst, at: time } of stretches) {
    bytes.writeUInt16BE(offset, at);
    bytes.write(run.replaceAll('-', ''), at + 2, 'hex');
    bytes.writeUInt32BE(ordinal, at + 18);
    bytes.writeUInt32BE(partFirst, at + 22);
    bytes.writeUIntBE(time.getTime(), at + 26, 6);
    at += BYTES;
  }
  return bytes;
}

/** The locations of one block as they are stored. */
export class LocationBlock {
  constructor(private readonly bytes: Buffer) {}

  /** Where the decision is that has this number in the block. */
  at(offset: number): Location {
    let low = 0;
    let high = this.bytes.length / BYTES - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.bytes.readUInt16BE(middle * BYTES) <= offset) low = middle;
      else high = middle - 1;
    }
    const { offset: begin, ordinal, ...stretch } = this.#stretch(low);
    return { ...stretch, ordinal: ordinal + offset - begin };
  }

  /**
   * The offset at which a part of a run begins, which is below 0 when it began in a block before; undefined
   * when nothing of it is here.
   */
  beginOf({ run, partFirst }: Pick<Location, 'run' | 'partFirst'>): number | undefined {
    const wanted = Buffer.from(run.replaceAll('-', ''), 'hex');
    for (let entry = 0; entry < this.bytes.length / BYTES; entry++) {
      const at = entry * BYTES;
      if (!this.bytes.subarray(at + 2, at + 18).equals(wanted) || this.bytes.readUInt32BE(at + 22) !== partFirst)
        continue;
      return this.bytes.readUInt16BE(at) - (this.bytes.readUInt32BE(at + 18) - partFirst);
    }
    return undefined;
  }

  #stretch(entry: number): Stretch {
    const at = entry * BYTES;
    const hex = this.bytes.toString('hex', at + 2, at + 18);
    return {
      offset: this.bytes.readUInt16BE(at),
      run: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
      ordinal: this.bytes.readUInt32BE(at + 18),
      partFirst: this.bytes.readUInt32BE(at + 22),
      at: new Date(this.bytes.readUIntBE(at + 26, 6)),
    };
  }
}
