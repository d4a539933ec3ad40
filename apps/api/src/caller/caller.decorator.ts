import type { Caller as CallerOfRequest } from '#cluster';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerIn } from './request-in.js';

/** On whose behalf a request runs. */
export type Caller = CallerOfRequest;

/** Hands a handler or a resolver its caller: `@Caller() caller: Caller`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => callerIn(context));
