import type { Schemas } from '#client';
import { counted } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';
import type { Manifests } from './manifests.js';
import { placeOf, problemInWords, whatIsWrong, type ObjectProblem } from './problem-in-words.js';

/** How problems are printed. */
interface Printing {
  /** Every one of them, instead of one line for those that are alike. */
  readonly details: boolean;
  readonly manifests: Pick<Manifests, 'located'>;
  readonly terminal: Terminal;
}

/** What an import did, and below it on stderr what is noteworthy. */
export async function printReport(
  { warnings, rejected, ignored, overQuota = [], ...report }: Schemas['ImportReport'],
  { dryRun, ...printing }: Printing & { readonly dryRun: boolean },
): Promise<void> {
  const { print, complain } = printing.terminal;
  const { created, updated, unchanged, revision, warningCount, rejectedCount, ignoredCount, ignoredKinds } = report;
  const counts = [
    `${created} created`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(rejected.length === 0 ? [] : [`${rejectedCount} rejected`]),
    ...(ignored.length === 0 ? [] : [`${ignoredCount} ignored`]),
    ...(warnings.length === 0 ? [] : [counted(warningCount, 'warning')]),
    ...(overQuota.length === 0 ? [] : [`${overQuota.length} over quota`]),
  ];
  print(`${dryRun ? 'dry run: ' : ''}${counts.join(', ')}${dryRun ? '' : ` (revision ${revision})`}`);
  // The list of objects ends after the first thousand; the kinds have the count of all.
  const listed = printing.details || ignored.length === ignoredCount;
  await printProblems({ rejected, ignored: listed ? ignored : [], warning: warnings }, printing);
  if (!listed)
    for (const { count, kind, message } of ignoredKinds) complain(`ignored: ${counted(count, kind)}: ${message}`);
  for (const { namespace, quota, resource, hard, used } of overQuota)
    complain(`over quota: ${namespace}/${quota}: ${used} of ${hard} ${resource} used`);
}

/** Most lines of one title; the others are counted. */
const MOST_LINES = 10;

/** Problems by their title, the empty one for none: a line for each, or for those that say the same of a kind. */
export async function printProblems(
  problems: Readonly<Record<string, readonly ObjectProblem[]>>,
  { details, manifests, terminal }: Printing,
): Promise<void> {
  let isCut = false;
  for (const [title, all] of Object.entries(problems)) {
    const lines = linesOf(await manifests.located(all), details);
    const shown = details ? lines : lines.slice(0, MOST_LINES);
    if (shown.length < lines.length) shown.push(`and ${lines.length - shown.length} more`);
    for (const line of shown) terminal.complain(title === '' ? line : `${title}: ${line}`);
    isCut ||= shown.length !== all.length;
  }
  if (isCut) terminal.complain('--details lists every object');
}

function linesOf(problems: readonly ObjectProblem[], details: boolean): string[] {
  if (details) return problems.map(problemInWords);
  const alike = new Map<string, { readonly first: ObjectProblem; count: number }>();
  for (const first of problems) {
    const key = JSON.stringify([first.kind, whatIsWrong(first)]);
    const group = alike.get(key) ?? { first, count: 0 };
    group.count += 1;
    alike.set(key, group);
  }
  return [...alike.values()].map(({ first, count }) =>
    count === 1
      ? problemInWords(first)
      : `${counted(count, first.kind ?? 'object')}, such as ${placeOf(first)}: ${whatIsWrong(first)}`,
  );
}
