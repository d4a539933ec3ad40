import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { openApiDocument } from './document.js';
import { errorsPage } from './errors-page.js';

/** /openapi.json, the page over it at /docs, and the list of error codes at /docs/errors. Nothing comes from elsewhere. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const html = errorsPage();
  fastify.get('/docs/errors', (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  SwaggerModule.setup('docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'openapi.json', customSiteTitle: 'Berth', raw: ['json'] });
  await Promise.resolve();
}
