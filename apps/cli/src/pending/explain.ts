import type { Schemas } from '#client';
import { paragraph, podName, table } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

/** What keeps pods pending, for people: all of it in a sentence, what is in the way, and what would release pods. */
export function sayWhy(
  { sentence, obstacles, changes, quotas }: Schemas['PendingExplanation'],
  terminal: Terminal,
): void {
  const { print, columns } = terminal;
  print(paragraph(sentence, columns));
  if (obstacles.length > 0) {
    print('');
    const titles = ['PODS', 'BUT FOR THIS', 'ALONE', 'PLUGIN', 'REASON', 'SUCH AS'];
    const rows = obstacles.map(({ pods, only, alone, plugin, reason, example }) => [
      pods,
      only,
      alone,
      plugin ?? '',
      reason,
      podName(example),
    ]);
    for (const line of table(titlesOf(titles), rows, columns)) print(line);
  }
  if (changes.length > 0) {
    print('');
    const rows = changes.map(({ released, sentence: what }) => [released, what]);
    for (const line of table(titlesOf(['RELEASED', 'CHANGE']), rows, columns)) print(line);
  }
  if (quotas.length > 0) {
    print('');
    const rows = quotas.map(({ namespace, quota, pods, refused, example, admitted, raises }) => [
      `${namespace}/${quota}`,
      pods,
      refused,
      podName(example),
      admitted,
      raises.map(({ resource, hard, to }) => `${resource} from ${hard} to ${to}`).join(', ') || 'nothing: it has room',
    ]);
    for (const line of table(titlesOf(['QUOTA', 'PODS', 'REFUSED', 'SUCH AS', 'LET IN', 'BY RAISING']), rows, columns))
      print(line);
  }
}

function titlesOf(titles: readonly string[]): readonly { readonly title: string; readonly prose: boolean }[] {
  return titles.map((title) => ({ title, prose: title === 'REASON' || title === 'CHANGE' }));
}
