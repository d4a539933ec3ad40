import { ok, type IdempotentRequest, type Outcome } from '#requests';
import { type AwaitedOperation, type Operation, type OperationKind, OperationService, type Task } from '#operations';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { goneOf } from '../../ground/caller/index.js';
import type { PlainMutationInput } from '../../ground/graphql/index.js';
import { sendText } from '../../ground/http/index.js';
import {
  type AnyOperation,
  type Asked,
  type Definition,
  mutation,
  type MutationFace,
  operation,
  type Operation as OperationFaces,
  type Services,
  type Uses,
} from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import type { BackgroundWork } from './background-works.js';
import { answerBegun, locate, refuseUnwaitedLines } from './answer-operation.js';
import { operationSchema } from './operation.schema.js';
import { OperationModel } from './operations.model.js';
import { type Pace, progressLines, type Tell } from './progress-lines.js';
import { resultOf } from './result.resolver.js';

/** The body of what may be waited for, or not. */
type Waiting = z.ZodType<{ readonly wait: boolean }>;

type TaskOf<Route extends string, Used extends Uses, Body extends z.ZodType, Result extends object> = (
  services: Services<Used>,
  asked: Pick<Asked<Route, z.ZodObject, Body, never>, 'caller' | 'path' | 'body'>,
  tell?: Tell,
) => Promise<Outcome<Task<Result>>>;

type Description<Route extends string, Used extends Uses, Body extends z.ZodType, Result> = Pick<
  Definition<Route, Used, z.ZodObject, Body, never, Result>,
  'name' | 'route' | 'tag' | 'permission' | 'summary' | 'description' | 'example' | 'problems'
>;

/** Work that takes long: done while its caller waits, or as an operation. */
export interface LongWork<
  Route extends string,
  Used extends Uses,
  Body extends Waiting,
  Result extends object,
> extends Description<Route, Used, Body, Result> {
  readonly kind: OperationKind;
  readonly uses: Used;
  readonly body: Body;
  readonly result: z.ZodType;
  /** Which progress is a line of NDJSON, where it is answered as that too. */
  readonly lines?: Pace;
  /** What is to be done; what is not there is refused before there is an operation. */
  readonly task: TaskOf<Route, Used, Body, Result>;
  /** What the field of GraphQL's operations is called that has the result. */
  readonly field: string;
  /** What it is called in the descriptions: `a replay`. */
  readonly what: string;
}

/** The mutation that starts work as an operation. */
type StartFace<Route extends string, Body extends z.ZodType, Input extends object> = { readonly name: string } & Pick<
  MutationFace<Route, Uses, z.ZodObject, Body, Operation, Input>,
  'input' | 'path' | 'ids'
>;

type Serving<Used extends Uses> = Used & { readonly operations: typeof OperationService };

/** Work that takes long, on the faces that it has in any case; others are added to `waiting`. */
export interface LongOperation<Route extends string, Used extends Uses, Body extends Waiting, Result extends object> {
  readonly waiting: OperationFaces<Route, Serving<Used>, z.ZodObject, Body, never, Result>;
  /** The mutation that starts it. */
  starting<Input extends object = PlainMutationInput>(face: StartFace<Route, Body, Input>): AnyOperation;
  /** The field of operations that has the result. */
  readonly result: ReturnType<typeof resultOf>;
  /** What it does as a job. */
  readonly background: BackgroundWork;
}

/** Defines work that takes long: answered when it is done, as lines of progress, or as an operation that goes on. */
export function longOperation<
  const Route extends string,
  Used extends Uses,
  Body extends Waiting,
  Result extends object,
>(work: LongWork<Route, Used, Body, Result>): LongOperation<Route, Used, Body, Result> {
  const { name, route, tag, permission, summary, description, example, body, kind, field, what } = work;
  const plain = work as unknown as Work<Result>;
  const uses: Serving<Used> = { ...work.uses, operations: OperationService };
  const answer = { status: 200, description: 'The result.', schema: work.result, ...typesOf(work.lines) };
  const waiting = operation<Route, Serving<Used>, never, Result, z.ZodObject, Body>({
    name,
    route,
    tag,
    permission,
    summary,
    description,
    uses,
    body,
    example,
    answer,
    also: [{ status: 202, description: 'The operation, if `wait` is false.', schema: operationSchema }],
    problems: [...(work.problems ?? []), ErrorCode.OPERATION_CANCELLED, ErrorCode.TOO_MANY_REQUESTS],
    run: async (services, asked) => {
      const begun = await awaited(plain, services as never, asked);
      return begun.refused ? begun : begun.value.ended;
    },
    send: (services, asked, { reply, type }) => send(plain, services as never, { asked, reply, type }),
  });
  return {
    waiting,
    background: backgroundOf(plain),
    result: resultOf(kind, { field, what, schema: work.result }),
    starting: ({ name: start, ...face }) =>
      mutation<Serving<Used>, Operation, Body, never, object>({
        ...(face as unknown as Omit<StartFace<string, Body, never>, 'name' | 'path'>),
        name: start,
        permission,
        uses,
        body,
        key: true,
        description: `Starts ${what} as an operation; its \`${field}\` is the result.`,
        payload: {
          operation: { type: () => OperationModel, what: 'The operation, which continues in the background' },
        },
        run: (services, asked) => begun(plain, services as never, asked, asked.terms({})),
        changed: (started) => ({ operation: new OperationModel(started) }),
      }),
  };
}

function typesOf(lines: Pace | undefined): { readonly types?: readonly string[] } {
  return lines === undefined ? {} : { types: ['application/json', 'application/x-ndjson'] };
}

type Work<Result extends object> = LongWork<string, Uses, Waiting, Result>;
type AskedWork = Pick<Asked<string, z.ZodObject, Waiting, never>, 'caller' | 'path' | 'body'>;

/** The same request, about the same cluster, which may have another name now. */
function backgroundOf({ kind, uses, route, body, task }: Work<object>): BackgroundWork {
  const isOfCluster = route.includes('/:cluster/');
  return {
    kind,
    uses,
    taskOf: async (services, caller, { cluster, request }) => {
      const { cluster: named, ...rest } = request as { readonly cluster?: string };
      const about = { cluster: cluster ?? named };
      const asked = {
        caller,
        path: isOfCluster ? about : {},
        body: body.parse({ ...rest, ...(isOfCluster || about.cluster === undefined ? {} : about), wait: false }),
      };
      const made = await task(services, asked);
      return made.refused ? made : ok(made.value);
    },
  };
}

/** Serves the work as its caller wants it. */
async function send<Result extends object>(
  work: Work<Result>,
  services: Services<Serving<Uses>>,
  { asked, reply, type }: { readonly asked: AskedWork; readonly reply: FastifyReply; readonly type: string },
): Promise<void> {
  const isLines = type === 'application/x-ndjson';
  if (!asked.body.wait) {
    if (isLines) refuseUnwaitedLines(type);
    return answerBegun(reply, accepted(await begun(work, services, asked)));
  }
  const ended = async (tell?: Tell): Promise<Outcome<Result>> => {
    const started = accepted(await awaited(work, services, asked, tell));
    locate(reply, started.operation);
    return started.ended;
  };
  if (isLines) await sendText(reply, type, await progressLines(ended, work.lines ?? 'each'));
  else await reply.send(accepted(await ended()));
}

async function begun<Result extends object>(
  work: Work<Result>,
  services: Services<Serving<Uses>>,
  asked: AskedWork,
  how: { readonly idempotency?: IdempotentRequest } = {},
): Promise<Outcome<Operation>> {
  const task = await work.task(services, asked);
  return task.refused ? task : services.operations.begin(asked.caller, task.value, how);
}

/** For as long as the caller waits. */
async function awaited<Result extends object>(
  work: Work<Result>,
  services: Services<Serving<Uses>>,
  asked: AskedWork,
  tell?: Tell,
): Promise<Outcome<AwaitedOperation<Result>>> {
  const task = await work.task(services, asked, tell);
  return task.refused ? task : services.operations.await(asked.caller, task.value, goneOf(asked.caller));
}
