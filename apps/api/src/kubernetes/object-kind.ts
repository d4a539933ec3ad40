import { foreignKind, type NamedKind } from '#kubernetes-schema';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { summary } from './body-summary.js';

/**
 * Checks that a body is of the kind of its path; what it leaves open is that of the path.
 * // as apiserver v1.34 transformDecodeError
 * @throws RequestRefused in the words of the API server
 */
export function checkKind(body: Readonly<Record<string, unknown>>, { apiVersion, kind }: NamedKind): void {
  const given = { apiVersion: textOf(body['apiVersion'], apiVersion), kind: textOf(body['kind'], kind) };
  const [version = '', , ...beyond] = given.apiVersion.split('/').reverse();
  const why = foreignKind(body, given, { apiVersion, kind });
  if (why === undefined) return;
  if (beyond.length > 0)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): ${why} ` +
        `(${summary(Buffer.from(JSON.stringify(body)))})`,
    );
  throw badRequest(`${given.kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}

function textOf(value: unknown, otherwise: string): string {
  if (value === undefined || value === null || value === '') return otherwise;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function badRequest(detail: string): RequestRefused {
  return RequestRefused.with(ErrorCode.INVALID_REQUEST, detail);
}
