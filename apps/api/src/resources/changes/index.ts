export { ChangesModule } from './changes.module.js';
export { WatchSettings } from './watch-settings.js';
