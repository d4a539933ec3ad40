import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EXAMPLE_QUERIES } from './example-queries.js';
import { printedSchema } from './printed-schema.js';

/** The schema in its definition language. */
const SCHEMA_PATH = '/schema.graphql';

/** What a browser sees at /graphql where there is no explorer: no program at all. */
const PLAIN_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth GraphQL</title></head>
<body><h1>Berth GraphQL</h1>
<p>POST queries here as JSON: <code>{"query": "{ clusters { edges { node { name } } } }"}</code></p>
<p>The schema stands in <code>schema.graphql</code> of the source, and, where introspection is on, at
<code>${SCHEMA_PATH}</code>.</p></body></html>
`;

/** Files of GraphiQL and of what it is made with, by the names that they are served under. */
const FILES: Readonly<Record<string, { readonly from: string; readonly path: string; readonly type: string }>> = {
  'react.js': { from: 'react-umd', path: 'umd/react.production.min.js', type: 'text/javascript' },
  'react-dom.js': { from: 'react-dom-umd', path: 'umd/react-dom.production.min.js', type: 'text/javascript' },
  'graphiql.js': { from: 'graphiql', path: 'graphiql.min.js', type: 'text/javascript' },
  'graphiql.css': { from: 'graphiql', path: 'graphiql.min.css', type: 'text/css' },
};

const FOLDER = '/graphql/explorer';

/** The key stays in its field: it is sent with each request and with each subscription, and stored nowhere. */
const START = `const subscriptionUrl = location.origin.replace(/^http/, 'ws') + '/graphql';
const send = GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl });
const fetcher = (asked, { headers, ...options } = {}) => {
  const key = document.getElementById('key').value.trim();
  return send(asked, { ...options, headers: { ...(key && { Authorization: 'Bearer ' + key }), ...headers } });
};
const defaultTabs = ${JSON.stringify(EXAMPLE_QUERIES)};
document.getElementById('bar').addEventListener('submit', (event) => event.preventDefault());
const root = ReactDOM.createRoot(document.getElementById('explorer'));
root.render(React.createElement(GraphiQL, { fetcher, defaultTabs }));
`;

const SCRIPTS = ['react.js', 'react-dom.js', 'graphiql.js', 'start.js']
  .map((file) => `<script src="${FOLDER}/${file}"></script>`)
  .join('\n');

const EXPLORER_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth GraphQL</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="${FOLDER}/graphiql.css">
<link rel="stylesheet" href="${FOLDER}/page.css"></head>
<body><form id="bar"><label>Key <input id="key" type="password" autocomplete="off" size="40"></label>
<a href="${SCHEMA_PATH}">schema.graphql</a></form>
<div id="explorer">Loading the explorer ...</div>
${SCRIPTS}
</body></html>
`;

const STYLE = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 14px system-ui, sans-serif; }
#bar { display: flex; gap: 16px; align-items: center; padding: 6px 12px; }
#explorer { flex: 1; min-height: 0; }
`;

/** Nothing on the page comes from elsewhere, nothing is sent elsewhere, and no page frames it. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * GraphiQL at /graphql for browsers: not in production, and only where its packages are installed, which come with the
 * tools of development. What it shows is what introspection and queries answer to every caller.
 */
export class GraphqlExplorer {
  readonly #isServed: boolean;

  /** Whether GraphQL tells its schema, which the explorer cannot do without. */
  readonly introspection: boolean;

  constructor({ isProduction, introspection }: { readonly isProduction: boolean; readonly introspection: boolean }) {
    this.introspection = introspection;
    this.#isServed =
      introspection && !isProduction && Object.values(FILES).every(({ from, path }) => isThere(from, path));
  }

  get page(): string {
    return this.#isServed ? EXPLORER_PAGE : PLAIN_PAGE;
  }

  /** The files of the page, and the policy that browsers hold the page to. */
  serve(app: NestFastifyApplication): void {
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage && request.url.split('?', 1)[0] === '/graphql') reply.header('content-security-policy', POLICY);
      done(null, payload);
    });
    if (this.introspection) serveSchema(app);
    if (!this.#isServed) return;
    for (const [name, { from, path, type }] of Object.entries(FILES))
      fastify.get(`${FOLDER}/${name}`, async (_request, reply) =>
        reply
          .type(`${type}; charset=utf-8`)
          .header('cache-control', 'public, max-age=86400')
          .send(await readFile(join(folderOf(from) ?? '', path))),
      );
    const text = (name: string, type: string, body: string): void => {
      fastify.get(`${FOLDER}/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(body));
    };
    text('start.js', 'text/javascript', START);
    text('page.css', 'text/css', STYLE);
  }
}

/** What introspection answers, as text: open like it. */
function serveSchema(app: NestFastifyApplication): void {
  let text: string | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get(SCHEMA_PATH, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send((text ??= printedSchema(app.get(GraphQLSchemaHost).schema))),
    );
}

function isThere(name: string, path: string): boolean {
  const folder = folderOf(name);
  return folder !== undefined && existsSync(join(folder, path));
}

/** Where a package lies; undefined when it is not installed. */
function folderOf(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
