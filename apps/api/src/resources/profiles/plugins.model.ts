import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Json } from '../../ground/graphql/index.js';

@ObjectType('Plugin', { description: 'A plugin that a scheduler profile may name.' })
export class PluginModel {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => [String], { description: 'The extension points: `filter`, `score`.' })
  readonly extensionPoints!: readonly string[];

  @Field({ description: 'Whether the plugin is on by default.' })
  readonly isDefault!: boolean;

  @Field(() => Int, { nullable: true, description: 'Weight of its scores by default; null if it does not score.' })
  readonly defaultWeight!: number | null;

  @Field(() => Json, { nullable: true, description: 'Its default args; null if it takes none, or requires them.' })
  readonly defaultArgs!: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The JSON schema of its args: names and types of fields; null if it takes none.',
  })
  readonly argsSchema!: object | null;

  @Field(() => String, { nullable: true, description: "The digest of its source, if it is the operator's plugin." })
  readonly source!: string | null;
}
