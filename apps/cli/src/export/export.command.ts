import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { AT, examples } from '../options.js';
import { printLines } from '../output/index.js';

/** `berth export`: the objects of a cluster as manifests. */
export function exportObjects(berth: Berth): CommandUnknownOpts {
  return new Command('export')
    .summary('the objects of a cluster as manifests')
    .description('Print the objects of a cluster as one List, the input of kubectl and berth import.')
    .option('--kinds <kinds>', 'only these kinds: Node,Pod')
    .addOption(AT)
    .option('-f, --file <file>', 'write to this file')
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json'] as const).default('yaml'))
    .action(async ({ kinds, at, file, output }) => {
      const query = new URLSearchParams({ ...(kinds !== undefined && { kinds }), ...(at !== undefined && { at }) });
      const path = `/v1/clusters/${encodeURIComponent(berth.cluster)}/export`;
      const response = await berth.client.fetch(query.size === 0 ? path : `${path}?${query}`, {
        headers: { accept: `application/${output}` },
      });
      if (response.body === null) return;
      const body = Readable.fromWeb(response.body);
      if (file !== undefined) await pipeline(body, createWriteStream(file));
      else await printLines(body.setEncoding('utf8'), berth.terminal.print);
    })
    .addHelpText(
      'after',
      examples(
        ['berth export -c prod -f prod.yaml', 'everything'],
        ['berth export -c prod --kinds Pod -o json', 'pods only'],
        ['berth export -c prod --at revision:41', 'at an earlier revision'],
        ['berth export -c prod | berth import -c copy -', 'into another cluster'],
      ),
    );
}
