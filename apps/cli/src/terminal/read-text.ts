import { createReadStream } from 'node:fs';
import type { Terminal } from './terminal.js';
import { unpacked } from './unpacked.js';

/** What a file holds, unpacked where gzip packed it; `-` is the standard input. */
export async function readText(file: string, { input }: Pick<Terminal, 'input'>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpacked(file, file === '-' ? input : createReadStream(file))) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
