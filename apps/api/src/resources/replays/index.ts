export { ReplaysModule } from './replays.module.js';
export { replayWork } from './replays.operations.js';
