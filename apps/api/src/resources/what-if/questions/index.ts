import { drain } from './drain.js';
import { fits } from './fits.js';
import { howMany } from './how-many.js';
import { loss } from './loss.js';
import { nodesNeeded } from './nodes-needed.js';
import { repack } from './repack.js';

/** The questions, a line each. */
export const QUESTIONS = [fits, howMany, drain, loss, nodesNeeded, repack];
