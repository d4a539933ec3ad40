import type { Command } from './command.js';
import { replay } from './replay/replay.command.js';
import { verify } from './verify/verify.command.js';

/** Every command of `berth`. */
export const COMMANDS: readonly Command[] = [verify, replay];
