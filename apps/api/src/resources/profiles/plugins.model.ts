import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Json } from '../../ground/graphql/index.js';

@ObjectType('Plugin', { description: 'A plugin that a scheduler profile may name.' })
export class PluginModel {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => [String], { description: 'Where it takes part: `filter`, `score`.' })
  readonly extensionPoints!: readonly string[];

  @Field({ description: 'Whether a profile that says nothing has it.' })
  readonly isDefault!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'Of its scores, where a profile gives none; null where it does not score.',
  })
  readonly defaultWeight!: number | null;

  @Field(() => Json, {
    nullable: true,
    description: 'Its args where a profile gives none; null where it takes none, or cannot do without.',
  })
  readonly defaultArgs!: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The JSON schema of its args: names and types of fields; null where it takes none.',
  })
  readonly argsSchema!: object | null;

  @Field(() => String, { nullable: true, description: "The digest of its source where it is the operator's own." })
  readonly source!: string | null;
}
