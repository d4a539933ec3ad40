import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { examples } from '../options.js';
import { verifyService } from './verify-service.js';

/**
 * `berth verify FILE`: without a database, without a server. `berth verify --all`: what a running service has stored.
 */
export function verify(berth: Berth): CommandUnknownOpts {
  return new Command('verify')
    .summary('prove that the history is unedited')
    .description(
      'Verify an exported ledger offline: every hash, the chain, the signed checkpoint, and checkpoints stored ' +
        'elsewhere. With --all, verify the database of a running service, or one cluster of it with --cluster; ' +
        'Ctrl-C cancels it.',
    )
    .argument('[file]', 'an export; - for standard input')
    .option('--all', 'the database of the service')
    .option('--details', 'with --all: every check, and what none of them covers')
    .option('--key <file>', 'the public key, from another source than the export: PEM, or of signed notes')
    .option('--checkpoint <file>', 'checkpoints stored elsewhere; may be repeated', collected)
    .action(async (file, { all, details, key, checkpoint: checkpoints = [] }) => {
      const { terminal } = berth;
      const { cluster } = berth.named;
      if (all === true) {
        if (file !== undefined || key !== undefined || checkpoints.length > 0)
          throw new UsageError('--all takes no FILE, no --key and no --checkpoint');
        berth.exitCode = await verifyService(berth, { cluster, details: details === true });
        return;
      }
      if (details) throw new UsageError('--details needs --all');
      if (cluster !== undefined) throw new UsageError('--cluster needs --all');
      if (file === undefined) throw new UsageError('give a FILE or --all');
      if (key === undefined) throw new UsageError('give --key: the public key, from another source than the export');
      // With the ledger, which no other command needs.
      const { verifyFile } = await import('./verify-file.js');
      berth.exitCode = await verifyFile({ file, key, checkpoints }, terminal);
    })
    .addHelpText(
      'after',
      examples(
        ['berth verify prod.ndjson --key key.pem --checkpoint kept.txt', 'an export, with an earlier checkpoint'],
        ['berth verify --all', 'the whole database of the service'],
        ['berth verify --all -c prod', 'one cluster'],
      ),
    );
}

function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
