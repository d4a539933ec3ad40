import type { StorageTrouble } from '#storage';
import type { Logger } from 'pino';

/** Reports to the operator what is wrong with a folder, and when it is right again. */
export function reportTrouble(logger: Logger): (trouble: StorageTrouble) => void {
  return ({ folder, problem }) => {
    if (problem === null) logger.info({ folder }, 'the folder can be used again');
    else logger.error({ folder, problem }, `the folder cannot be used: ${problem}`);
  };
}
