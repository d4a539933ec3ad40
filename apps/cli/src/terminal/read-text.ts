import { readFile } from 'node:fs/promises';
import type { Terminal } from './terminal.js';

/** What a file holds; `-` is the standard input. */
export async function readText(file: string, { input }: Pick<Terminal, 'input'>): Promise<string> {
  if (file !== '-') return readFile(file, 'utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
