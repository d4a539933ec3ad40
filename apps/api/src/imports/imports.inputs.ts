import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { ImportReport } from '#cluster';
import { ClusterMutationInput, ClusterModel } from '../clusters/index.js';
import { MutationPayload, enumOf, inputOf } from '../graphql/index.js';
import { ImportItemModel } from '../outcome/index.js';
import { importQuery, onError } from './import.schema.js';

export const OnErrorModel = enumOf(onError, {
  name: 'OnError',
  description: 'What to do when objects of an import break rules.',
  words: { abort: 'Import nothing.', skip: 'Import the others.' },
});

@InputType({ description: 'Manifests to import, as kubectl writes them.' })
export class ImportManifestsInput extends inputOf(
  importQuery,
  {
    onError: {
      type: () => OnErrorModel,
      description: 'What to do when objects break rules; `abort` when it is not given.',
    },
  },
  ClusterMutationInput,
) {
  @Field({
    description: 'YAML or JSON: one object, a List, several documents. REST takes larger imports, as a stream.',
  })
  readonly manifests!: string;
}

@ObjectType('ImportReport', { description: 'What an import did.' })
export class ImportReportModel implements ImportReport {
  @Field({ description: 'The revision of the cluster that has it; a decimal integer.' })
  readonly revision!: string;

  @Field(() => Int, { description: 'Objects that are new.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Objects that were replaced.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Objects that were there like that already.' })
  readonly unchanged!: number;

  @Field(() => [ImportItemModel], { description: 'Objects that were kept but refer to what is not there.' })
  readonly warnings!: ImportItemModel[];

  @Field(() => [ImportItemModel], { description: 'Objects that were left out because they break rules.' })
  readonly rejected!: ImportItemModel[];

  @Field(() => [ImportItemModel], { description: 'Objects of kinds that are not kept.' })
  readonly ignored!: ImportItemModel[];
}

@ObjectType({ description: 'What importManifests did.' })
export class ImportManifestsPayload extends MutationPayload {
  @Field(() => ImportReportModel, { nullable: true, description: 'What the import did; null when it was refused.' })
  readonly report?: ImportReportModel;

  @Field(() => ClusterModel, {
    nullable: true,
    description: 'The cluster as it is now; null when the import was refused.',
  })
  readonly cluster?: ClusterModel | null;
}
