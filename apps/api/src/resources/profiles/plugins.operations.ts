import { listPlugins as pluginsOf } from '#scheduling';
import { ok } from '#requests';
import { ClusterModel } from '../clusters/index.js';
import { inTeam } from '../../ground/caller/index.js';
import { typeOf } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { pluginList } from './plugin.schema.js';

/** What profiles are made of: the same in every cluster. */
export const listPlugins = operation({
  name: 'listPlugins',
  route: 'GET /v1/plugins',
  tag: 'scheduling',
  permission: inTeam('viewer'),
  summary: 'List the plugins that a profile may name',
  description:
    'The plugins of the engine and of the operator (`BERTH_PLUGINS`), by name, without those that only ' +
    'legacy Policies use.',
  uses: {},
  answer: { status: 200, description: 'All plugins, on one page.', schema: pluginList },
  lasts: 'log',
  run: () => ok({ items: pluginsOf() }),
}).field({
  on: () => ClusterModel,
  name: 'plugins',
  type: typeOf(pluginList.shape.items),
  asked: () => ({}),
  show: ({ items }) => items,
});
