import { Field, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { IgnoredKind, ImportChange, ImportReport, OverQuota } from '#cluster';
import { ClusterMutationInput, ClusterModel } from '../clusters/index.js';
import { MutationPayload, enumOf, inputOf } from '../../ground/graphql/index.js';
import { ImportItemModel } from '../../ground/outcome/index.js';
import { importOptions, onError, onLoss, onQuota } from './import.schema.js';

export const OnErrorModel = enumOf(onError, {
  name: 'OnError',
  description: 'What to do when objects of an import break rules.',
  words: { abort: 'Import nothing.', skip: 'Import the others.' },
});

export const OnLossModel = enumOf(onLoss, {
  name: 'OnLoss',
  description: 'What to do about what an import does not keep.',
  words: { warn: 'Import, and say so.', abort: 'Import nothing.' },
});

export const OnQuotaModel = enumOf(onQuota, {
  name: 'OnQuota',
  description: 'What ResourceQuotas mean for an import.',
  words: {
    report: 'Say what is over them afterwards.',
    enforce: 'Hold every object to them, as if it was created here.',
  },
});

@InputType({ description: 'Manifests to import, as kubectl writes them.' })
export class ImportManifestsInput extends inputOf(
  importOptions,
  {
    onError: {
      type: () => OnErrorModel,
      description: 'What to do when objects break rules; `abort` when it is not given.',
    },
    onUnknown: {
      type: () => OnLossModel,
      description: 'What to do about fields that are unknown or stand twice; `warn` when it is not given.',
    },
    onIgnored: {
      type: () => OnLossModel,
      description: 'What to do about objects of kinds that are not kept; `warn` when it is not given.',
    },
    quotas: { type: () => OnQuotaModel, description: 'What ResourceQuotas mean; `report` when it is not given.' },
  },
  ClusterMutationInput,
) {
  @Field({
    description: 'YAML or JSON: one object, a List, several documents. REST takes larger imports, as a stream.',
  })
  readonly manifests!: string;

  @Field(() => Boolean, { nullable: true, description: 'Say what the import would do, and keep nothing.' })
  readonly dryRun?: boolean | null;
}

@ObjectType('IgnoredKind', { description: 'A kind that is not kept, and what that means.' })
export class IgnoredKindModel implements IgnoredKind {
  @Field({ description: 'Group and version: `apps/v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind: `Deployment`.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'How many objects of it the input has.' })
  readonly count!: number;

  @Field({ description: 'What it means that they are not kept.' })
  readonly message!: string;
}

export enum ImportedChange {
  created = 'created',
  updated = 'updated',
}

registerEnumType(ImportedChange, {
  name: 'ImportedChange',
  description: 'What an import does to an object.',
  valuesMap: { created: { description: 'It is new.' }, updated: { description: 'It is replaced.' } },
});

@ObjectType('ImportChange', { description: 'An object that an import would write.' })
export class ImportChangeModel implements ImportChange {
  @Field(() => Int, { description: 'Index of the object in the input, from 0.' })
  readonly index!: number;

  @Field({ description: 'Group and version: `v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field({ description: 'The name.' })
  readonly name!: string;

  @Field(() => ImportedChange, { description: 'What would happen to it.' })
  readonly change!: `${ImportedChange}`;
}

@ObjectType('OverQuota', { description: 'A quota of which more of a resource is used than it allows.' })
export class OverQuotaModel implements OverQuota {
  @Field({ description: 'The namespace of the quota.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly quota!: string;

  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'The present limit.' })
  readonly hard!: string;

  @Field({ description: 'The amount in use.' })
  readonly used!: string;
}

@ObjectType('ImportReport', {
  description:
    'What an import did, or of a dry run what it would do. Of each list the first thousand, and last how many more.',
})
export class ImportReportModel implements ImportReport {
  @Field({
    description: 'The revision that has it; where nothing was changed, that of the cluster. A decimal integer.',
  })
  readonly revision!: string;

  @Field({ description: 'Whether nothing was kept.' })
  readonly dryRun!: boolean;

  @Field(() => Int, { description: 'Objects that are new.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Objects that were replaced.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Objects that were there like that already.' })
  readonly unchanged!: number;

  @Field(() => [ImportItemModel], {
    description:
      'What was kept and is worth a look: fields that are unknown (and were left out) or stand twice, references to ' +
      'what is not there.',
  })
  readonly warnings!: ImportItemModel[];

  @Field(() => Int, { description: 'How many warnings there are.' })
  readonly warningCount!: number;

  @Field(() => [ImportItemModel], { description: 'Objects that were left out because they break rules.' })
  readonly rejected!: ImportItemModel[];

  @Field(() => Int, { description: 'How many things are wrong with objects that were left out.' })
  readonly rejectedCount!: number;

  @Field(() => [ImportItemModel], { description: 'Objects of kinds that are not kept.' })
  readonly ignored!: ImportItemModel[];

  @Field(() => Int, { description: 'How many objects are of kinds that are not kept.' })
  readonly ignoredCount!: number;

  @Field(() => [IgnoredKindModel], { description: 'These kinds, a hundred at most, and what they mean.' })
  readonly ignoredKinds!: IgnoredKindModel[];

  @Field(() => [OverQuotaModel], {
    nullable: true,
    description: 'Quotas of which more is used than they allow, in the namespaces that were written to; null for none.',
  })
  readonly overQuota?: readonly OverQuotaModel[];

  @Field(() => [ImportChangeModel], {
    nullable: true,
    description: 'Of a dry run: the objects that would be created or updated, the first thousand.',
  })
  readonly changes?: ImportChangeModel[];
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
