import { Context, Query, Resolver } from '@nestjs/graphql';
import { Caller } from '../../ground/caller/index.js';
import type { RequestContext } from '../../ground/graphql/index.js';
import { WhoAmIModel } from './access.model.js';
import { shownCaller } from './shown.js';

@Resolver()
export class WhoamiResolver {
  @Query(() => WhoAmIModel, {
    description: 'The caller of the request: the key or user, the team, and the roles there.',
  })
  whoami(@Caller() caller: Caller, @Context() { principal }: RequestContext): WhoAmIModel {
    return new WhoAmIModel(shownCaller(caller, principal));
  }
}
