import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';

/** A schema in its definition language, in one order whatever the order of its parts in the program. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
