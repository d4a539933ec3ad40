import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describedPaths } from '../kubernetes/index.js';
import { openApiDocument } from '../ground/openapi/index.js';

/** What /openapi.json says: the controllers of REST, and the Kubernetes API kind by kind. */
export function publishedDocument(app: INestApplication): OpenAPIObject {
  return openApiDocument(app, describedPaths());
}
