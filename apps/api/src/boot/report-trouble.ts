import type { StandbyNotice } from '#database';
import type { StorageTrouble } from '#storage';
import type { Logger } from 'pino';

/** Reports to the operator what is wrong with a folder, and when it is right again. */
export function reportTrouble(logger: Logger): (trouble: StorageTrouble) => void {
  return ({ folder, problem }) => {
    if (problem === null) logger.info({ folder }, 'the folder can be used again');
    else logger.error({ folder, problem }, `the folder cannot be used: ${problem}`);
  };
}

/** Reports to the operator that heavy reads do not go to the standby, and when they do again. */
export function reportStandby(logger: Logger): (notice: StandbyNotice) => void {
  return (notice) => {
    if (notice.usable) logger.info('the standby of DATABASE_STANDBY_URL can be used again');
    else logger.warn({ why: notice.why }, `the standby of DATABASE_STANDBY_URL cannot be used: ${notice.why}`);
  };
}
