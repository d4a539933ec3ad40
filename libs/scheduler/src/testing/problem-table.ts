import type { ProblemCase } from './problem-case.js';

/** The table of a page of documentation: what is said, and the texts that come of it. */
export function problemTable(cases: readonly ProblemCase[]): string {
  const rows = cases.map(([says, , texts]) => `| ${says} | ${texts.map(code).join('<br>')} |`);
  return ['| what it says | what its author reads |', '|---|---|', ...rows].join('\n');
}

/** A text as code of Markdown, within a table. */
function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}

/** The tables of a page by the comment that stands before each: `<!-- table: profile problems -->`. */
export function tablesOf(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...page.matchAll(/<!-- table: ([^>]+) -->\n\n((?:\|.*\n)+)/g)].map(([, name = '', table = '']) => [
      name,
      table.trimEnd(),
    ]),
  );
}
