export { describedPlugins, PluginHost } from './hosted-plugin.js';
export { loadPlugins, PluginsError } from './loading/index.js';
export type { LoadedPlugin, PluginDescription } from './messages.js';
