export { ReplaysModule } from './replays.module.js';
