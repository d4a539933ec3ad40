import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT, UsageError } from '../exit.js';
import { examples, VALUE_OUTPUT } from '../options.js';
import { counted, podName, printValue, table } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

type Diff = Schemas['Diff'];

/** `berth diff`: what makes one state of another. */
export function diff(berth: Berth): CommandUnknownOpts {
  return new Command('diff')
    .summary('what differs between two moments, or two clusters')
    .description('Show the differences between two moments of a cluster, or between two clusters.')
    .option('--from <moment>', 'a position (123), a revision (revision:42) or an RFC 3339 time')
    .option('--to <moment>', 'the same (default: now)')
    .option('--with <cluster>', 'another cluster, such as a fork; --to is then a moment of it')
    .option('--exit-code', 'exit with code 1 if there is a difference')
    .addOption(VALUE_OUTPUT)
    .action(async ({ output, exitCode, ...moments }) => {
      if (moments.from === undefined && moments.with === undefined)
        throw new UsageError('diff needs --from MOMENT, --with CLUSTER, or both');
      const params = { path: { cluster: berth.cluster }, query: { ...moments, pageSize: 500 } };
      const found = await berth.client.get('/v1/clusters/{cluster}/diff', { params });
      if (output === undefined) say(found, berth.terminal);
      else printValue(found, output, berth.terminal);
      if (exitCode === true && differs(found)) berth.exitCode = EXIT.no;
    })
    .addHelpText(
      'after',
      examples(
        ['berth diff -c prod --from revision:41', 'changes since a revision'],
        ['berth diff -c prod --from revision:1 --to revision:2', 'changes of one write'],
        ['berth diff -c prod --with what-if', 'changes in a fork'],
      ),
    );
}

function differs({ objects, placements }: Diff): boolean {
  return objects.items.length > 0 || placements.count > 0;
}

const SIGNS = { created: '+', deleted: '-', changed: '~' } as const;

function say(found: Diff, { print, columns }: Terminal): void {
  const { from, to, objects, placements, utilization } = found;
  print(`${from.name} at revision ${from.revision} -> ${to.name} at revision ${to.revision}`);
  if (!differs(found)) print('no difference');
  for (const { op, kind, namespace, name, patch } of objects.items) {
    const what = op === 'changed' ? `  ${[...new Set(patch.map((one) => String(one['path'])))].join(' ')}` : '';
    const line = `${SIGNS[op]} ${kind} ${namespace === '' ? name : podName({ namespace, name })}${what}`;
    print(columns === undefined || line.length <= columns ? line : `${line.slice(0, columns - 1)}…`);
  }
  if (objects.nextPageToken !== undefined) print(`and more: ${countsInWords(objects)}`);
  if (placements.count > 0) {
    print('');
    const rows = placements.items.map(({ pod, from: before, to: after }) => [
      podName(pod),
      before ?? '-',
      after ?? '-',
    ]);
    for (const line of table([{ title: 'MOVED POD' }, { title: 'FROM' }, { title: 'TO' }], rows, columns)) print(line);
    if (placements.nextPageToken !== undefined) print(`and more: ${counted(placements.count, 'pod')} in all`);
  }
  if (!differs(found)) return;
  print('');
  for (const line of table(USE, utilization.resources.map(useOf), columns)) print(line);
}

function countsInWords(objects: Diff['objects']): string {
  return (['created', 'changed', 'deleted'] as const)
    .flatMap((op) => Object.entries(objects[op]).map(([kind, count]) => `${count} ${kind} ${op}`))
    .join(', ');
}

const USE = ['RESOURCE', 'REQUESTED', 'WAS', 'ALLOCATABLE', 'WAS', 'USED', 'WAS'].map((title) => ({ title }));

function useOf({ resource, requested, allocatable, ratio }: Diff['utilization']['resources'][number]): string[] {
  const { before, after } = ratio;
  return [
    resource,
    ...[requested, allocatable].flatMap((one) => [one.after, one.before]),
    ...[after, before].map((one) => (one === null ? '-' : `${(100 * one).toFixed(1)} %`)),
  ];
}
