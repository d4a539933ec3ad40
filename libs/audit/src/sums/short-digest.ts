import { createHash } from 'node:crypto';

/** Texts are as long as they are; what stands for one in a table is 16 bytes. */
export function shortDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
