import { Operations } from '../../ground/operation/index.js';
import {
  diffScheduleResults,
  getScheduleResult,
  listScheduleResults,
  readScheduleResult,
} from './results.operations.js';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
} from './schedules.operations.js';

const SCHEDULES = [
  ...[listSchedules, createSchedule, getSchedule, deleteSchedule],
  ...[pauseSchedule, resumeSchedule, runSchedule],
];
const RESULTS = [listScheduleResults, getScheduleResult, readScheduleResult, diffScheduleResults];

@Operations([...SCHEDULES, ...RESULTS])
export class SchedulesModule {}
