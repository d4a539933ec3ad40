import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NamedKind } from '#kubernetes-schema';
import { FieldValidation } from '../field-validation.js';
import { objectOfKind } from '../read-object.js';
import { requestBody } from '../request-body.js';
import { warningHeaders } from '../warning-headers.js';

/** A review as it was sent. */
export interface Review {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec?: unknown;
}

/** Hands a handler the review in the body of its request. */
export const ReviewBody = createParamDecorator((asked: NamedKind, context: ExecutionContext): Review => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const warn = (texts: readonly string[]): void => {
    void http.getResponse<FastifyReply>().header('warning', warningHeaders([...texts]));
  };
  return objectOfKind(requestBody(request, asked), asked, FieldValidation.of(request, warn));
});
