import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';

/** A schema in its definition language, sorted by name: the order of the program does not show. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
