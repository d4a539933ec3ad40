import { load, YAMLException } from 'js-yaml';
import { readText } from './read-text.js';
import type { Terminal } from './terminal.js';

/** What a file of YAML or JSON says; `-` is the standard input. @throws an error that names the file of invalid YAML */
export async function readYaml(file: string, terminal: Pick<Terminal, 'input'>): Promise<unknown> {
  const text = await readText(file, terminal);
  if (text.trim() === '') throw new Error(`${file} is empty`);
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line: number } };
    const where = mark === undefined ? '' : `line ${mark.line + 1}: `;
    throw new Error(`${file}: ${where}invalid YAML: ${reason ?? error.message}`, { cause: error });
  }
}
