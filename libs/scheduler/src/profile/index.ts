export type { AppliedPolicy, PolicyTranslation, TranslatedName } from './applied-policy.js';
export { describePlugin, type PluginDescription } from './describe-plugin.js';
export { EXTENSION_POINTS, extendsPoint, interfaceName, type ExtensionPoint } from './extension-point.js';
export {
  configurationOf,
  pluginsOf,
  type BoundPlugin,
  type PluginSource,
  type Profile,
  type ProfileConfiguration,
} from './profile.js';
