export { lostRace } from './lost-race.js';
export { asWriter, underMutex, type Waiting } from './mutex.js';
export { Busy, Deadline, DEADLINE_MS } from './deadline.js';
export { RACES_LOST, untilWon } from './until-won.js';
