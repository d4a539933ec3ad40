import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** The parameters of a path, decoded. */
export type PathParameters = Readonly<Record<string, string>>;
type HeadersOf<Answer> = (answer: Answer, path: PathParameters) => Readonly<Record<string, string>>;

/** Headers of answers that no cache may keep: secrets, and whole histories. */
export const UNCACHED: Readonly<Record<string, string>> = { 'cache-control': 'no-store' };

/** Route metadata: headers that are made from what is answered, such as where that can be found again. */
export function AnswerHeaders<Answer>(headersOf: HeadersOf<Answer>): MethodDecorator & ClassDecorator {
  return UseInterceptors(new HeadersInterceptor(headersOf));
}

class HeadersInterceptor<Answer> implements NestInterceptor<Answer, Answer> {
  constructor(private readonly headersOf: HeadersOf<Answer>) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<Answer> {
    const http = context.switchToHttp();
    const { params } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(tap((answer) => void reply.headers(this.headersOf(answer, params as PathParameters))));
  }
}
