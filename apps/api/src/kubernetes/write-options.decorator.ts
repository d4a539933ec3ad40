import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRequest } from '../ground/http/index.js';
import { FieldPath, notSupported } from '#kubernetes';
import { FieldValidation, invalidOption } from './field-validation.js';
import { writeQuery } from './request-options.js';
import { warningHeaders } from './warning-headers.js';

/** How an object is to be written. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fields: FieldValidation;
  /** Warnings become headers of the answer, behind those that are there already. */
  readonly warn: (texts: readonly string[]) => void;
}

/** Hands a handler what its query says of the write: `@Writes() { dryRun, fields, warn }: WriteOptions`. */
export const Writes = createParamDecorator((_: unknown, context: ExecutionContext): WriteOptions => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const dryRun = isDryRun(request);
  parseRequest(writeQuery, { ...(request.query as object), dryRun: dryRun ? 'All' : undefined });
  const told: string[] = [];
  const warn = (texts: readonly string[]): void => {
    told.push(...texts);
    if (told.length > 0) void http.getResponse<FastifyReply>().header('warning', warningHeaders(told));
  };
  return { dryRun, warn, fields: FieldValidation.of(request, warn) };
});

/** Whether the query asks for a dry run, as often as it may. @throws RequestRefused for another stage than all */
function isDryRun({ query, method }: FastifyRequest): boolean {
  const { dryRun } = query as { readonly dryRun?: string | readonly string[] };
  const given = dryRun === undefined ? [] : [dryRun].flat();
  if (given.every((stage) => stage === 'All')) return given.length > 0;
  throw invalidOption(method, notSupported(FieldPath.root.child('dryRun'), given, ['All']));
}
