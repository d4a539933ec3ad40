import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { errorsPage } from './errors-page.js';
import { FIND, operationsPage } from './operations-page.js';
import { partOf, type DocsPart } from './part-of.js';

/** Files of Swagger UI that the page needs, with their types. It comes with @nestjs/swagger and is found from there. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The pages where operations are tried, by their paths: each is about one part. */
const PAGES: Readonly<Record<DocsPart, { readonly path: string; readonly title: string }>> = {
  berth: { path: '/docs/operations', title: 'Berth API' },
  kubernetes: { path: '/docs/kubernetes', title: 'Kubernetes API' },
};

/** The list of operations, which leads to the pages where they are tried. */
const LIST = '/docs';

function pageOf(title: string, body: string, styles: readonly string[] = []): string {
  const sheets = [...styles, '/docs/page.css'].map((path) => `<link rel="stylesheet" href="${path}">`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/favicon-32x32.png">${sheets.join('')}</head>
<body><nav><a href="${LIST}">Berth API</a> <a href="${PAGES.kubernetes.path}">Kubernetes API</a>
<a href="/docs/errors">Error codes</a> <a href="/openapi.json">openapi.json</a></nav>
${body}</body></html>
`;
}

function tryingPage(part: DocsPart): string {
  const scripts = ['/docs/swagger-ui-bundle.js', `/docs/${part}/start.js`];
  const body = `<div id="ui"></div>\n${scripts.map((path) => `<script src="${path}"></script>`).join('')}`;
  return pageOf(PAGES[part].title, body, ['/docs/swagger-ui.css']);
}

/** Groups of operations are folded and are found by name; shapes stand in their operations alone. */
function startOf(part: DocsPart): string {
  return `SwaggerUIBundle({ url: '/docs/${part}/openapi.json', dom_id: '#ui', deepLinking: true, docExpansion: 'none',
  filter: true, defaultModelsExpandDepth: -1 });
`;
}

const STYLE = `nav { display: flex; gap: 24px; max-width: 1460px; margin: 0 auto; padding: 12px 20px;
  font: 14px system-ui, sans-serif; }
main { max-width: 1460px; margin: 0 auto; padding: 0 20px; font: 14px/1.5 system-ui, sans-serif; }
main h2 { margin: 24px 0 4px; }
main p { margin: 0 0 8px; }
main ul { list-style: none; margin: 0; padding: 0; }
main li { padding: 3px 0; border-top: 1px solid #dde4e9; overflow-wrap: anywhere; }
main b { display: inline-block; min-width: 64px; }
`;

/** Nothing on the page comes from elsewhere, nothing may, and no page frames it. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** /openapi.json, the pages over its parts at /docs and below, and the list of error codes at /docs/errors. */
export function serveDocs(app: NestFastifyApplication, documentOf: () => OpenAPIObject): void {
  const fastify = app.getHttpAdapter().getInstance();
  let document: OpenAPIObject | undefined;
  const whole = (): OpenAPIObject => (document ??= documentOf());
  const text = (url: string, type: string, body: () => string): void => {
    fastify.get(url, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('content-security-policy', POLICY).send(body()),
    );
  };
  const written = (part: () => OpenAPIObject): (() => string) => {
    let json: string | undefined;
    return () => (json ??= JSON.stringify(part()));
  };
  text('/openapi.json', 'application/json', written(whole));
  for (const part of ['berth', 'kubernetes'] as const) {
    text(PAGES[part].path, 'text/html', () => tryingPage(part));
    text(`/docs/${part}/start.js`, 'text/javascript', () => startOf(part));
    text(
      `/docs/${part}/openapi.json`,
      'application/json',
      written(() => partOf(whole(), part)),
    );
  }
  let list: string | undefined;
  text(LIST, 'text/html', () => (list ??= pageOf('Berth API', operationsPage(partOf(whole(), 'berth')))));
  text('/docs/find.js', 'text/javascript', () => FIND);
  text('/docs/page.css', 'text/css', () => STYLE);
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
