import { Field, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { IgnoredKind, ImportChange, ImportReport, OverQuota } from '#cluster';
import { ClusterMutationInput, ClusterModel } from '../clusters/index.js';
import { MutationPayload, enumOf, inputOf } from '../../ground/graphql/index.js';
import { ImportItemModel } from '../../ground/outcome/index.js';
import { importOptions, onError, onLoss, onQuota } from './import.schema.js';

export const OnErrorModel = enumOf(onError, {
  name: 'OnError',
  description: 'How an import handles invalid objects.',
  words: { abort: 'Import nothing.', skip: 'Import the valid objects.' },
});

export const OnLossModel = enumOf(onLoss, {
  name: 'OnLoss',
  description: 'How an import handles what it does not store.',
  words: { warn: 'Import, and report it.', abort: 'Import nothing.' },
});

export const OnQuotaModel = enumOf(onQuota, {
  name: 'OnQuota',
  description: 'How an import enforces ResourceQuotas.',
  words: {
    report: 'Report quotas that are exceeded after the import.',
    enforce: 'Check every object as if it was created now.',
  },
});

@InputType({ description: 'Manifests to import, as kubectl prints them.' })
export class ImportManifestsInput extends inputOf(
  importOptions,
  {
    onError: { type: () => OnErrorModel, description: 'Handling of invalid objects. Default: `abort`.' },
    onUnknown: { type: () => OnLossModel, description: 'Handling of unknown or duplicate fields. Default: `warn`.' },
    onIgnored: { type: () => OnLossModel, description: 'Handling of objects of unsupported kinds. Default: `warn`.' },
    quotas: { type: () => OnQuotaModel, description: 'Enforcement of ResourceQuotas. Default: `report`.' },
  },
  ClusterMutationInput,
) {
  @Field({
    description: 'YAML or JSON: one object, a List, or several documents. REST accepts larger imports, as a stream.',
  })
  readonly manifests!: string;

  @Field(() => Boolean, { nullable: true, description: 'Reports what the import would do, and writes nothing.' })
  readonly dryRun?: boolean | null;
}

@ObjectType('IgnoredKind', { description: 'An unsupported kind, and the consequence of leaving it out.' })
export class IgnoredKindModel implements IgnoredKind {
  @Field({ description: 'Group and version: `apps/v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind: `Deployment`.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'Number of objects of the kind in the input.' })
  readonly count!: number;

  @Field({ description: 'Consequence of leaving the kind out.' })
  readonly message!: string;
}

export enum ImportedChange {
  created = 'created',
  updated = 'updated',
}

registerEnumType(ImportedChange, {
  name: 'ImportedChange',
  description: 'What an import does to an object.',
  valuesMap: {
    created: { description: 'The object is created.' },
    updated: { description: 'The object is replaced.' },
  },
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

  @Field(() => ImportedChange, { description: 'What would happen to the object.' })
  readonly change!: `${ImportedChange}`;
}

@ObjectType('OverQuota', { description: 'A quota of which more of a resource is used than allowed.' })
export class OverQuotaModel implements OverQuota {
  @Field({ description: 'The namespace of the quota.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly quota!: string;

  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'The limit.' })
  readonly hard!: string;

  @Field({ description: 'The amount in use.' })
  readonly used!: string;
}

@ObjectType('ImportReport', {
  description:
    'The result of an import, or of its dry run. Lists contain the first thousand entries, then an entry ' +
    'with the number of further ones.',
})
export class ImportReportModel implements ImportReport {
  @Field({
    description:
      'The revision that contains the import; if nothing changed, the present revision of the cluster. A ' +
      'decimal integer.',
  })
  readonly revision!: string;

  @Field({ description: 'Whether nothing was written.' })
  readonly dryRun!: boolean;

  @Field(() => Int, { description: 'Number of objects created.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Number of objects replaced.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Number of objects that were already present and equal.' })
  readonly unchanged!: number;

  @Field(() => [ImportItemModel], {
    description:
      'Warnings about imported objects: unknown fields, which were dropped, duplicate fields, references to ' +
      'objects that do not exist.',
  })
  readonly warnings!: ImportItemModel[];

  @Field(() => Int, { description: 'Number of warnings.' })
  readonly warningCount!: number;

  @Field(() => [ImportItemModel], { description: 'Invalid objects that were not imported.' })
  readonly rejected!: ImportItemModel[];

  @Field(() => Int, { description: 'Number of problems of objects that were not imported.' })
  readonly rejectedCount!: number;

  @Field(() => [ImportItemModel], { description: 'Objects of unsupported kinds.' })
  readonly ignored!: ImportItemModel[];

  @Field(() => Int, { description: 'Number of objects of unsupported kinds.' })
  readonly ignoredCount!: number;

  @Field(() => [IgnoredKindModel], {
    description: 'The unsupported kinds, at most a hundred, with the consequence of leaving each out.',
  })
  readonly ignoredKinds!: IgnoredKindModel[];

  @Field(() => [OverQuotaModel], {
    nullable: true,
    description: 'Exceeded quotas in the namespaces that were written to; null if there are none.',
  })
  readonly overQuota?: readonly OverQuotaModel[];

  @Field(() => [ImportChangeModel], {
    nullable: true,
    description: 'In a dry run: the objects that would be created or updated, the first thousand.',
  })
  readonly changes?: ImportChangeModel[];
}

@ObjectType({ description: 'Payload of importManifests.' })
export class ImportManifestsPayload extends MutationPayload {
  @Field(() => ImportReportModel, { nullable: true, description: 'The result; null if refused.' })
  readonly report?: ImportReportModel;

  @Field(() => ClusterModel, { nullable: true, description: 'The cluster after the import; null if refused.' })
  readonly cluster?: ClusterModel | null;
}
