import { kubernetesResources, undecodable, type NamedKind } from '#kubernetes';

import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { summary } from './body-summary.js';

const SCHEME = 'pkg/api/legacyscheme/scheme.go:30';

/**
 * Checks that a body is of the kind of its path; what it leaves open is that of the path.
 * // as apiserver v1.34 transformDecodeError, and runtime.Scheme
 * @throws RequestRefused in the words of the API server
 */
export function checkKind(body: Readonly<Record<string, unknown>>, { apiVersion, kind }: NamedKind): void {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const given = textOf(body['apiVersion'], apiVersion);
  const givenKind = textOf(body['kind'], kind);
  const [givenVersion = '', givenGroup = '', ...beyond] = given.split('/').reverse();
  if (beyond.length > 0)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): unexpected GroupVersion string: ${given} ` +
        `(${summary(Buffer.from(JSON.stringify(body)))})`,
    );
  if (givenGroup === group && givenVersion === version && givenKind === kind) return;
  const isRegistered = isKnown(given, givenKind);
  // It is read as what it says that it is, and converted then.
  const unread = isRegistered ? undecodable(body, { apiVersion: given, kind: givenKind }) : undefined;
  const why = isRegistered
    ? `converting (${givenVersion}.${givenKind}) to (${packageOf(group)}.${kind}): unknown conversion`
    : `no kind ${JSON.stringify(givenKind)} is registered for version ${JSON.stringify(given)} in scheme "${SCHEME}"`;
  const told = unread?.sentence ?? why;
  throw badRequest(`${givenKind} in version ${JSON.stringify(givenVersion)} cannot be handled as a ${kind}: ${told}`);
}

function textOf(value: unknown, otherwise: string): string {
  if (value === undefined || value === null || value === '') return otherwise;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Kinds that the API server has, and their lists. */
function isKnown(apiVersion: string, kind: string): boolean {
  return kubernetesResources().some(
    (known) => known.apiVersion === apiVersion && (known.kind === kind || `${known.kind}List` === kind),
  );
}

/** The package of Go in which a group's own types are. */
function packageOf(group: string): string {
  return group === '' ? 'core' : (group.split('.', 1)[0] ?? '');
}

function badRequest(detail: string): RequestRefused {
  return RequestRefused.with(ErrorCode.INVALID_REQUEST, detail);
}
