export { Standby, type StandbyNotice } from './standby.js';
