import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { addAnswers, isOpen, NOT_MODIFIED, SHARED_HEADERS, type SharedAnswers } from './answers.js';
import { operationsOf, type Operation, type PathItem } from './document-types.js';
import { addParameters, shareParameters } from './parameters.js';
import './problem.schema.js';

/** Paths that no controller of their own serves, and their schemas. */
export interface FurtherPaths {
  readonly paths: Readonly<Record<string, object>>;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The description of the REST face, from the module that serves it, and of what else is served over HTTP. */
export function openApiDocument(app: INestApplication, further: FurtherPaths): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, head());
  document.openapi = '3.1.0';
  document.info.contact = { name: 'Berth' };
  document.security = [{ key: [] }];
  Object.assign(document.paths, further.paths);
  const paths = document.paths as Record<string, PathItem>;
  const shared: SharedAnswers = { responses: { NotModified: NOT_MODIFIED }, examples: {} };
  for (const [path, item] of Object.entries(paths)) {
    addParameters(path, item);
    for (const [, operation] of operationsOf(item)) {
      describeTexts(operation);
      if (isOpen(operation)) operation.security = [];
    }
    addAnswers(path, item, shared);
  }
  const { responses, examples } = shared;
  const parameters = shareParameters(Object.values(paths));
  const schemas = { ...registeredSchemas(), ...further.schemas };
  const components = { securitySchemes: SECURITY, schemas, parameters, headers: SHARED_HEADERS, responses, examples };
  document.components = components as NonNullable<OpenAPIObject['components']>;
  return document;
}

const SECURITY = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of a team, `berth_<id>_<secret>_<checksum>`, or a token of the trusted OpenID Connect issuer.',
  },
} as const;

/** What is not JSON is described as the text that it is: a client has no other way to send it. */
function describeTexts({ requestBody }: Operation): void {
  const { content = {} } = (requestBody ?? {}) as { readonly content?: Record<string, object> };
  for (const type of Object.keys(content)) if (!/[/+]json$/.test(type)) content[type] = { schema: { type: 'string' } };
}

function head(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setTitle('Berth')
    .setDescription(
      'Scheduling as a service: models of Kubernetes clusters, placed as kube-scheduler would, with every reason kept.',
    )
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The service that serves this document.')
    .addTag('clusters', 'Models of Kubernetes clusters.')
    .addTag('manifests', 'Import and export of Kubernetes objects.')
    .addTag('scheduling', 'Runs of the scheduler, and scheduler profiles.')
    .addTag('log', 'Changes and the revisions that group them, as a list and as a stream.')
    .addTag('decisions', 'Decisions, and why each pod is where it is.')
    .addTag('what if', 'Hypothetical changes on a copy of a cluster in memory.')
    .addTag('schedules', 'What runs by itself: reports, runs, checkpoints, verification; its results and deliveries.')
    .addTag('reports', 'Reports as tables: capacity, pending pods, decisions, chargeback and others.')
    .addTag('archives', 'History that was moved from the database into files.')
    .addTag('proof', 'Proofs that history is unaltered: checkpoints, inclusion proofs, the ledger.')
    .addTag('verification', 'Verification of the stored records.')
    .addTag('operations', 'Long-running operations: progress, cancellation and results.')
    .addTag('kubernetes', 'The Kubernetes API of each cluster.')
    .addTag('access', 'Permissions: teams, members, keys, grants.')
    .addTag('health', 'Health of the service.')
    .build();
}

/** Every schema that was registered with an id: each is a component, and refers to others by it. */
function registeredSchemas(): Record<string, object> {
  const { schemas: all } = z.toJSONSchema(z.globalRegistry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  const cleaned = Object.entries(all).map(
    ([id, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(cleaned.sort(([a], [b]) => (a < b ? -1 : 1)));
}
