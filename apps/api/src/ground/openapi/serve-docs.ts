import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { errorsPage } from './errors-page.js';

/** Files of Swagger UI that the page needs, with their types. It comes with @nestjs/swagger and is found from there. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const SCRIPTS = '<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="ui"></div>${SCRIPTS}</body></html>
`;

const START = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', deepLinking: true, docExpansion: 'list' });\n";

/** Nothing on the page comes from elsewhere, nothing may, and no page frames it. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** /openapi.json, the page over it at /docs, and the list of error codes at /docs/errors. */
export function serveDocs(app: NestFastifyApplication, documentOf: () => object): void {
  const fastify = app.getHttpAdapter().getInstance();
  let json: string | undefined;
  const text = (url: string, type: string, body: () => string): void => {
    fastify.get(url, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('content-security-policy', POLICY).send(body()),
    );
  };
  text('/openapi.json', 'application/json', () => (json ??= JSON.stringify(documentOf())));
  text('/docs', 'text/html', () => PAGE);
  text('/docs/start.js', 'text/javascript', () => START);
  text('/docs/errors', 'text/html', errorsPage);
  const folder = swaggerUiFolder();
  for (const [file, type] of Object.entries(ASSETS)) {
    fastify.get(`/docs/${file}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(folder, file))),
    );
  }
}

function swaggerUiFolder(): string {
  const fromHere = createRequire(import.meta.url);
  const fromSwagger = createRequire(fromHere.resolve('@nestjs/swagger'));
  return dirname(fromSwagger.resolve('swagger-ui-dist/package.json'));
}
