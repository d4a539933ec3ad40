import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { declaredOperations } from './operation.decorator.js';
import { PERMISSIONS, type Permissions } from './permissions.js';

/** Checks at the start that every operation has a row: one that was forgotten could not be allowed to any caller. */
@Injectable()
export class PermissionCheck implements OnApplicationBootstrap {
  constructor(private readonly schemaHost: GraphQLSchemaHost) {}

  onApplicationBootstrap(): void {
    checkPermissions(PERMISSIONS, operationsOf(this.schemaHost.schema));
  }
}

/** Everything that can be asked for: routes, and the fields of GraphQL's root types. */
export function operationsOf(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}).map((field) => `${root?.name}.${field}`));
  return [...declaredOperations(), ...fields];
}

/** @throws when an operation has no row */
export function checkPermissions(permissions: Permissions, operations: readonly string[]): void {
  const missing = operations.filter((operation) => !Object.hasOwn(permissions, operation));
  if (missing.length > 0)
    throw new Error(`the table of permissions has no row for ${missing.join(', ')}: say who may do it`);
}
