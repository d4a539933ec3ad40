// Types of the page's GraphQL documents, and the documents themselves as text: what is asked stands in a .graphql file
// beside the view that asks it, and a field that the schema lacks fails here.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';

const SOURCES = 'apps/dashboard/src';
const OUTPUT = 'apps/dashboard/src/generated/documents.ts';

const CONFIG = {
  documentMode: 'string',
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  skipTypename: true,
  defaultScalarType: 'unknown',
  scalars: { DateTime: 'string' },
  strictScalars: false,
};

const documents = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .sort()
  .map((file) => {
    const location = join(SOURCES, file);
    return { location, document: parse(readFileSync(location, 'utf8')) };
  });

const text = await codegen({
  filename: OUTPUT,
  schema: parse(readFileSync('schema.graphql', 'utf8')),
  schemaAst: buildSchema(readFileSync('schema.graphql', 'utf8')),
  documents,
  config: CONFIG,
  plugins: [{ operations: {} }, { typedDocuments: {} }],
  pluginMap: { operations, typedDocuments },
});
mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(OUTPUT, text);
