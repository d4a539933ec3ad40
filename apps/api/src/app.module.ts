import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';

/** The services, for every folder of this app to inject by their class. */
@Global()
@Module({})
class ServicesModule {
  static of(providers: readonly Provider[]): DynamicModule {
    return { module: ServicesModule, providers: [...providers], exports: [...providers] };
  }
}

/** The faces over the services: one module a resource. */
@Module({})
export class AppModule {
  static of(providers: readonly Provider[]): DynamicModule {
    return { module: AppModule, imports: [ServicesModule.of(providers)] };
  }
}
