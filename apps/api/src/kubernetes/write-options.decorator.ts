import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRequest } from '../http/index.js';
import { FieldValidation } from './field-validation.js';
import { writeQuery } from './request-options.js';

/** How an object is to be written. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fields: FieldValidation;
}

/** Hands a handler what its query says of the write: `@Writes() { dryRun, fields }: WriteOptions`. */
export const Writes = createParamDecorator((_: unknown, context: ExecutionContext): WriteOptions => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { dryRun } = parseRequest(writeQuery, request.query);
  return { dryRun, fields: FieldValidation.of(request, http.getResponse<FastifyReply>()) };
});
