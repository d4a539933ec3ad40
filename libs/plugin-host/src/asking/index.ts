export { PluginAsker, type AskerOptions } from './plugin-asker.js';
export { PluginKeeper } from './plugin-keeper.js';
export { PluginProblem } from './plugin-problem.js';
