export { loadPlugins, PluginsError } from './load-plugins.js';
export { digestOf } from './source.js';
