import { parseArgs } from 'node:util';
import { UsageError, type Command } from '../command.js';
import { verifyFile } from './verify-file.js';

/** `berth verify FILE`: without a database, without a server. */
export const verify: Command = {
  name: 'verify',
  usage: ['verify FILE|- --key PUBLIC_KEY_FILE [--checkpoint NOTE_FILE]...'],
  summary: 'Verifies an exported ledger, offline: every hash, the chain, the signed checkpoint, and checkpoints that were kept elsewhere.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, checkpoint: { type: 'string', multiple: true, default: [] } },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError('one FILE is to be given');
    if (values.key === undefined) throw new UsageError('--key is to be given: the public key, from somewhere else than the export');
    return verifyFile({ file, key: values.key, checkpoints: values.checkpoint }, terminal);
  },
};
