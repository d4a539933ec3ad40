import { ResolveField, Resolver } from '@nestjs/graphql';
import { listPlugins } from '#scheduling';
import { ClusterModel } from '../clusters/index.js';
import { PluginModel } from './plugins.model.js';

/** What profiles are made of: the same in every cluster. */
@Resolver(() => ClusterModel)
export class PluginsResolver {
  @ResolveField(() => [PluginModel], {
    name: 'plugins',
    description: 'Plugins that its profiles may name, by name: those of the engine and of the operator.',
  })
  list(): readonly PluginModel[] {
    return listPlugins();
  }
}
