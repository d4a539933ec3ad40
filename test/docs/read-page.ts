import { readFileSync } from 'node:fs';

/** One command of a page, and what is printed below it: `...` stands for anything. */
export interface Example {
  readonly line: number;
  readonly command: string;
  /** Undefined where the page shows no answer. */
  readonly answer: string | undefined;
}

/** A fenced block of a page. */
interface Block {
  readonly language: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** A page of documentation: what a reader runs, top to bottom. */
export interface Page {
  readonly examples: readonly Example[];
  /** What the page says to save, in order. */
  readonly yaml: readonly string[];
  readonly graphql: readonly string[];
}

/** @throws Error when the page is not there */
export function readPage(path: string): Page {
  const blocks = blocksOf(readFileSync(path, 'utf8'));
  const texts = (language: string): string[] =>
    blocks.filter((block) => block.language === language).map(({ lines }) => lines.join('\n'));
  return { examples: blocks.flatMap(examplesOf), yaml: texts('yaml'), graphql: texts('graphql') };
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence === null) open?.lines.push(line);
    else if (open === undefined) open = { language: fence[1] ?? '', line: index + 2, lines: [] };
    else {
      blocks.push(open);
      open = undefined;
    }
  }
  return blocks;
}

/** The commands of a shell block, each with the comment below it; the last one with the plain block that follows. */
function examplesOf({ language, line, lines }: Block, index: number, blocks: readonly Block[]): Example[] {
  if (language !== 'sh') return [];
  const examples: { line: number; command: string; answer: string | undefined }[] = [];
  let continues = false;
  for (const [offset, text] of lines.entries()) {
    const last = examples.at(-1);
    if (text.startsWith('#') && last !== undefined) last.answer = `${last.answer ?? ''}${text.replace(/^# ?/, '')}\n`;
    else if (continues && last !== undefined) last.command += `\n${text}`;
    else examples.push({ line: line + offset, command: text, answer: undefined });
    continues = isOpen(examples.at(-1)?.command ?? '');
  }
  const next = blocks[index + 1];
  const last = examples.at(-1);
  if (next?.language === '' && last !== undefined) last.answer ??= next.lines.join('\n');
  return examples.map(withComment);
}

/** What stands behind a command, after two spaces and a hash, is its answer too, unless it is a remark. */
function withComment({ line, command, answer }: Example): Example {
  const [, before, comment] = /^(.*?\S) {2,}# ([{[].*)$/s.exec(command) ?? [];
  return before === undefined ? { line, command, answer } : { line, command: before, answer: answer ?? comment };
}

/** Whether a command goes on in the next line: a backslash, or a quote that is still open. */
function isOpen(command: string): boolean {
  return (
    command.endsWith('\\') ||
    (command
      .replace(/"\$\w+"/g, '')
      .replace(/"[^"]*'[^"]*"/g, '')
      .split("'").length -
      1) %
      2 ===
      1
  );
}

/**
 * What a page prints as an expression: white space does not matter, `...` is anything, and
 * what comes after the end too.
 */
export function expressionOf(answer: string): RegExp {
  const parts = answer
    .replace(/\s+/g, '')
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}`);
}
