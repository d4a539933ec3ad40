import { parseArgs } from 'node:util';
import { UsageError, type Command } from '../command.js';
import { serviceClient } from '../service-client.js';
import { verifyFile } from './verify-file.js';
import { verifyService } from './verify-service.js';

/**
 * `berth verify FILE`: without a database, without a server. `berth verify --all`: what a running service has stored.
 */
export const verify: Command = {
  name: 'verify',
  usage: [
    'verify FILE|- --key PUBLIC_KEY_FILE [--checkpoint NOTE_FILE]...',
    'verify --all [--cluster NAME]   (BERTH_URL, BERTH_KEY)',
  ],
  summary:
    'Verifies an exported ledger, offline: every hash, the chain, the signed checkpoint, and checkpoints that were ' +
    'kept elsewhere. With --all, the database of a running service: six checks.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        cluster: { type: 'string' },
        key: { type: 'string' },
        checkpoint: { type: 'string', multiple: true, default: [] },
      },
    });
    const [file, ...others] = positionals;
    if (values.all) {
      if (file !== undefined || values.key !== undefined || values.checkpoint.length > 0)
        throw new UsageError('--all takes no FILE, no --key and no --checkpoint');
      return verifyService(serviceClient(), { cluster: values.cluster }, terminal);
    }
    if (values.cluster !== undefined) throw new UsageError('--cluster goes with --all');
    if (file === undefined || others.length > 0) throw new UsageError('one FILE is to be given');
    if (values.key === undefined)
      throw new UsageError('--key is to be given: the public key, from somewhere else than the export');
    return verifyFile({ file, key: values.key, checkpoints: values.checkpoint }, terminal);
  },
};
