import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEFAULT_RULES } from '../../ground/http/index.js';
import { formOf, pageFiles, type PageFile } from './page-files.js';

const ROOT = '/ui/';
const INDEX = 'index.html';

/** Where the build puts the page; this file runs compiled, from dist. */
const BUILT = fileURLToPath(new URL('../../../../dashboard/page', import.meta.url));

/**
 * Nothing on the page comes from elsewhere, nothing is sent elsewhere, no text becomes a script, and no page frames it.
 * Drawings are made of blobs and data of its own.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types berth";

const HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' };

/** What stands behind the `?` is for the page, which knows its views. */
const RULES = { ...DEFAULT_RULES, query: z.looseObject({}) };

/**
 * The web page at /ui/, and a redirect from / to it. Paths without a file are views, which the page itself
 * distinguishes: they get its index.
 */
export function servePage(app: NestFastifyApplication, folder: string = BUILT): void {
  const files = pageFiles(folder);
  const index = files.get(INDEX);
  if (index === undefined) return;
  const fastify = app.getHttpAdapter().getInstance();
  for (const path of ['/', '/ui']) fastify.get(path, (_request, reply) => reply.redirect(ROOT, 302));
  fastify.get(`${ROOT}*`, { config: { rules: RULES } }, (request, reply) => {
    const { '*': name } = request.params as { readonly '*': string };
    const file = files.get(name) ?? (name.startsWith('assets/') ? undefined : index);
    return file === undefined
      ? reply.code(404).type('text/plain; charset=utf-8').send('The file does not exist: the page was rebuilt.\n')
      : sendPart(file, { request, reply });
  });
}

async function sendPart(
  file: PageFile,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const { path, encoding } = formOf(file, request.headers['accept-encoding']);
  await reply
    .headers({ ...HEADERS, vary: 'accept-encoding', ...(encoding && { 'content-encoding': encoding }) })
    .header('cache-control', file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(file.type)
    .send(await readFile(path));
}
