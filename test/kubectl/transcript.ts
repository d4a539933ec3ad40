/** A command of a session, and what it prints, normalised. */
export interface Exchange {
  readonly command: string;
  readonly printed: string;
}

const PROMPT = '$ ';

/** Reads a transcript: lines that begin with `$ ` are commands; what follows each is what it prints. */
export function readTranscript(text: string): Exchange[] {
  const [, ...parts] = `\n${text.trimEnd()}`.split(`\n${PROMPT}`);
  return parts.map((part) => {
    const [command = '', ...lines] = part.split('\n');
    return { command, printed: normalised(lines.join('\n')) };
  });
}

/** The same as text, as it stands in the file. */
export function writtenTranscript(exchanges: readonly Exchange[]): string {
  return exchanges.map(({ command, printed }) => `${PROMPT}${command}\n${printed && `${printed}\n`}`).join('');
}

/** What differs from one run to the next, and what stands for it. The order matters: longer forms come first. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
  [/(resourceVersion: ")\d+(")/g, '$1<version>$2'],
  [/\b10\.(9[6-9]|10\d|11[01])\.\d+\.\d+\b/g, '<cluster-ip>'],
  [/\bkey:[\w-]{12}\b/g, 'key:<id>'],
  [/^[EW]\d{4} [\d:.]+ +\d+ /gm, '<log> '],
  [/https:\/\/[^/\s]+:\d+\//g, 'https://<service>/'],
  // What a ReplicaSet is called, and its pods.
  [/(?<=[a-z])-[bcdfghjklmnpqrstvwxz24-9]{8,10}-[bcdfghjklmnpqrstvwxz24-9]{5}\b/g, '-<set>-<pod>'],
  [/(?<=[a-z])-[bcdfghjklmnpqrstvwxz24-9]{8,10}\b/g, '-<set>'],
  [/(pod-template-hash=)[bcdfghjklmnpqrstvwxz24-9]{8,10}\b/g, '$1<set>'],
  // Which pod is the first, and so its node, follows the names that are drawn.
  [/(?<=Successfully assigned \S+-<pod> to )\S+/g, '<node>'],
  // An age ends its column, or the line.
  [/(?<=\s|\()(\d+s|\d+m\d+s|[2-9]m)(?=\s|\)|$)/gm, '<age>'],
  [/[ \t]+$/gm, ''],
  [/\d+\.\d s \(run <uid>/g, '<seconds> (run <uid>'],
  // Widths of columns follow the values above.
  [/(?<=\S) {2,}/g, '  '],
];

/** What a command printed, without what differs from run to run. */
export function normalised(printed: string): string {
  return ordered(
    VARYING.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), printed).trimEnd(),
  );
}

/** Rows of pods are in the order of their names, which are drawn: those that follow one another are sorted. */
function ordered(text: string): string {
  const [rows, lines]: [string[], string[]] = [[], []];
  for (const line of text.split('\n')) {
    if (line.includes('<pod>')) rows.push(line);
    else lines.push(...rows.splice(0).sort(), line);
  }
  return [...lines, ...rows.sort()].join('\n');
}
