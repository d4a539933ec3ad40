import type { Caller as CallerOfRequest } from '#access';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOfOperation } from './request-in.js';

/** On whose behalf a request runs. */
export type Caller = CallerOfRequest;

/** Hands a handler or a resolver its caller, with what the operation needs of them: `@Caller() caller: Caller`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOfOperation(context));
