import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { kubernetesPaths } from './kubernetes-paths.js';
import { ERROR_TABLE, ErrorCode } from '../outcome/index.js';
import './problem.schema.js';

/** The description of the REST face and of the Kubernetes paths, from the module that serves them. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Berth')
    .setDescription(
      'Scheduling as a service: models of Kubernetes clusters, placed as kube-scheduler would, with every reason kept.',
    )
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addTag('clusters', 'Modelled clusters.')
    .addTag('manifests', 'Import and export of Kubernetes objects.')
    .addTag('scheduling', 'Runs of the scheduler, and its profiles.')
    .addTag('log', 'What was changed, as a list and as it happens, and by whom.')
    .addTag('decisions', 'Why each pod is where it is.')
    .addTag('verification', 'Whether what is stored is what was written.')
    .addTag('kubernetes', 'The Kubernetes API of each cluster.')
    .addTag('health', 'Whether the service is up.')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  document.components = { ...document.components, schemas: schemas(), examples: examples() };
  Object.assign(document.paths, kubernetesPaths());
  document.components.parameters = AUTHOR;
  for (const path of Object.values(document.paths)) {
    for (const method of WRITING)
      path[method]?.parameters?.push(
        ...Object.keys(AUTHOR).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      );
  }
  return document;
}

const WRITING = ['post', 'put', 'patch', 'delete'] as const;

/** What any write may say of itself. */
const AUTHOR: NonNullable<NonNullable<OpenAPIObject['components']>['parameters']> = {
  Actor: {
    name: 'X-Berth-Actor',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description:
      'Who acts, as a person would name them. Kept with the revision that the request writes, if it writes one.',
  },
  Reason: {
    name: 'X-Berth-Reason',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description: 'Why. Kept with the revision that the request writes, if it writes one.',
  },
};

/** Every schema that was registered with an id: each is a component, and refers to others by it. */
function schemas(): NonNullable<NonNullable<OpenAPIObject['components']>['schemas']> {
  const { schemas: all } = z.toJSONSchema(z.globalRegistry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  const cleaned = Object.entries(all).map(
    ([id, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(cleaned.sort(([a], [b]) => (a < b ? -1 : 1))) as ReturnType<typeof schemas>;
}

/** An error of each code that can stand alone. */
function examples(): NonNullable<NonNullable<OpenAPIObject['components']>['examples']> {
  const codes = Object.values(ErrorCode).filter((code) => !code.startsWith('FIELD_'));
  return Object.fromEntries(
    codes.map((code) => {
      const { status, title } = ERROR_TABLE[code];
      const problem = {
        type: `/docs/errors#${code}`,
        title,
        status,
        detail: title,
        instance: '/v1/clusters/prod',
        code,
        requestId: '01999f7a-2000-7000-8000-000000000000',
      };
      return [code, { summary: title, value: problem }];
    }),
  );
}
