import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRequest } from '../ground/http/index.js';
import { FieldPath, invalid, notSupported, tooLong } from '#apimachinery';
import { FieldValidation, invalidOption } from './field-validation.js';
import { valueOf, type Query } from './query-values.js';
import { writeQuery } from './request-options.js';
import { resourcePath } from './resource-path.js';
import { deprecations, warningHeaders } from './warning-headers.js';

/** How an object is to be written. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fields: FieldValidation;
  /** Warnings become headers of the answer, behind those that are there already. */
  readonly warn: (texts: readonly string[]) => void;
  /** Answers 201: what was to be replaced is new. */
  readonly answerCreated: () => void;
}

/** Hands a handler what its query says of the write: `@Writes() { dryRun, fields, warn }: WriteOptions`. */
export const Writes = createParamDecorator((_: unknown, context: ExecutionContext): WriteOptions => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const dryRun = isDryRun(request);
  checkFieldManager(request);
  parseRequest(writeQuery, { ...(request.query as object), dryRun: dryRun ? 'All' : undefined });
  const reported = deprecations(resourcePath(request.url.split('?', 1)[0] ?? ''));
  const warn = (texts: readonly string[]): void => {
    reported.push(...texts);
    if (reported.length > 0) void http.getResponse<FastifyReply>().header('warning', warningHeaders(reported));
  };
  const answerCreated = (): void => void http.getResponse<FastifyReply>().status(201);
  return { dryRun, warn, answerCreated, fields: FieldValidation.of(request, warn) };
});

/** Whether the query asks for a dry run, as often as it may. @throws RequestRefused for another stage than all */
function isDryRun({ query, method }: FastifyRequest): boolean {
  const { dryRun } = query as { readonly dryRun?: string | readonly string[] };
  const given = dryRun === undefined ? [] : [dryRun].flat();
  if (given.every((stage) => stage === 'All')) return given.length > 0;
  throw invalidOption(method, notSupported(FieldPath.root.child('dryRun'), given, ['All']));
}

const LONGEST_MANAGER = 128;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** @throws RequestRefused for a name that no field manager has. // as apimachinery v1.34 ValidateFieldManager */
function checkFieldManager({ query, method }: FastifyRequest): void {
  const manager = valueOf(query as Query, 'fieldManager') ?? '';
  const path = FieldPath.root.child('fieldManager');
  if (Buffer.byteLength(manager) > LONGEST_MANAGER) throw invalidOption(method, tooLong(path, LONGEST_MANAGER));
  const { 0: found, index = 0 } = UNPRINTABLE.exec(manager) ?? {};
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const position = Buffer.byteLength(manager.slice(0, index));
  throw invalidOption(method, invalid(path, manager, `invalid character U+${code} (at position ${position})`));
}
