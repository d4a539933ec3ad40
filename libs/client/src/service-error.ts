/** What a service says of a call that it did not carry out. */
export interface Problem {
  readonly status: number;
  /** Which error it is, such as `CLUSTER_NOT_FOUND`; of the Kubernetes API the reason, such as `NotFound`. */
  readonly code: string | undefined;
  /** In the words of the service, where it has some. */
  readonly detail: string;
  /** The id under which the service's log has the request. */
  readonly requestId: string | undefined;
  /** The whole answer: parsed JSON, or the text that was none. */
  readonly answer: unknown;
}

/** The service answered, and did not do what it was asked for. */
export class ServiceError extends Error implements Problem {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly answer: unknown;

  constructor({ status, code, detail, requestId, answer }: Problem) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.answer = answer;
  }

  /** Reads the answer to its end. */
  static async of(response: Response): Promise<ServiceError> {
    return problemIn(await response.text(), response);
  }
}

/** No service answers under that address. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable';

  constructor(url: string, error: unknown) {
    super(`cannot reach ${url}: ${String((error as { readonly cause?: unknown }).cause ?? error)}`, { cause: error });
  }
}

/** The connection ended before the answer did. */
export class AnswerCutOff extends Error {
  override readonly name = 'AnswerCutOff';

  constructor(options?: ErrorOptions) {
    super('the answer was cut off', options);
  }
}

/** The three forms of the API: problem details, the Status of Kubernetes, the errors of GraphQL. */
interface Said {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly message?: string; readonly extensions?: { readonly code?: string } }[];
}

/** The error that the text of an answer describes, in any of the three formats. */
export function problemIn(text: string, { status, headers }: Pick<Response, 'status' | 'headers'>): ServiceError {
  const answer = parsed(text);
  const said: Said = typeof answer === 'object' && answer !== null ? answer : {};
  const error = said.errors?.[0];
  return new ServiceError({
    status,
    // The `code` of a Status is a number, the status once more.
    code: said.reason ?? said.code ?? error?.extensions?.code,
    detail: said.detail ?? said.title ?? said.message ?? error?.message ?? `the service answered ${status}`,
    requestId: said.requestId ?? headers.get('x-request-id') ?? undefined,
    answer,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // A proxy answers in HTML.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
