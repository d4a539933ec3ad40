export { cronProblem, dueTimes, isZone, nextAfter, type CronTimes } from './cron.js';
export { periodBefore, PERIODS, type Period, type PeriodName } from './period.js';
