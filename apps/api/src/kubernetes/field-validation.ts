import type { ObjectRef } from '#requests';
import type { OnOddPatch, Patch } from '#cluster';
import { isJsonObject, ownField } from '#json';
import { dropUnknownFields, undecodable, type Undecodable, type UnknownField } from '#kubernetes-schema';
import { duplicateOwnersWarning, withDistinctOwners } from '#kubernetes';
import { FieldPath, invalid, notSupported, type FieldProblem } from '#apimachinery';
import type { FastifyRequest } from 'fastify';
import { duplicatesOf, type BodyDuplicates } from '../ground/http/index.js';
import { RequestRefused } from '../ground/outcome/index.js';

/** What to do about fields that are unknown or stand twice. They go, or the last one counts, in any case. */
const LEVELS = ['', 'Ignore', 'Strict', 'Warn'] as const;
type Level = Exclude<(typeof LEVELS)[number], ''>;

const OPTIONS: Readonly<Record<string, string>> = { POST: 'CreateOptions', PUT: 'UpdateOptions' };
const PATCH_FIELDS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);
/** Of one object. // as sigs.k8s.io/json savedStrictErrors */
const MOST_FAULTS = 100;

/** Field validation as the API server v1.34 does it: `Warn` unless the query says otherwise. */
export class FieldValidation {
  private constructor(
    private readonly level: Level,
    private readonly duplicates: BodyDuplicates,
    private readonly warn: (texts: readonly string[]) => void,
  ) {}

  /** As a request asks for it. @throws RequestRefused at another level */
  static of(request: FastifyRequest, warn: (texts: readonly string[]) => void): FieldValidation {
    return new FieldValidation(levelOf(request), duplicatesOf(request), warn);
  }

  /** Takes what is unknown out of the object of a request. @throws RequestRefused when there is to be none */
  checkObject(object: unknown, as: Pick<ObjectRef, 'apiVersion' | 'kind'>): void {
    const faults = [...this.#duplicateFaults(), ...dropUnknownFields(object, as).map(unknownFault)];
    if (this.#tell(faults)) return;
    // What is of another type is reported before what is unknown.
    const unread = undecodable(object, as);
    if (unread !== undefined) throw unreadable(as, unread);
    const reported = this.duplicates.format === 'YAML' ? inYaml(faults) : faults;
    throw RequestRefused.of({
      kind: 'UnknownFields',
      object: { ...as, namespace: '', name: '' },
      faults: reported.slice(0, MOST_FAULTS),
    });
  }

  /** The metadata of an object of a request with each owner once. */
  distinctOwners(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { metadata: distinct, duplicates } = withDistinctOwners(metadata);
    if (duplicates.length > 0) this.warn([duplicateOwnersWarning(duplicates, 'object')]);
    return distinct;
  }

  /** The same of a patch and of what it makes of an object, of which it says whether that is refused. */
  patchChecker(patch: Patch): OnOddPatch {
    const duplicates = this.#duplicateFaults();
    const ofPatch =
      patch.type === 'json' ? [...duplicates, ...unknownInOperations(patch.operations)].map(ofJsonPatch) : duplicates;
    return ({ unknown, duplicateOwners, written }) => {
      if (duplicateOwners.length > 0) this.warn([duplicateOwnersWarning(duplicateOwners, 'patch')]);
      // A patched object is read with its keys in order, whichever kind of patch made it.
      const faults = [...ofPatch, ...unknown.map(unknownFault).toSorted()].slice(0, MOST_FAULTS);
      if (this.#tell(faults)) return undefined;
      const undecodable = `strict decoding error: ${faults.join(', ')}`;
      const problem = invalid(FieldPath.root.child('patch'), written, undecodable);
      const object = { apiVersion: '', kind: '', namespace: '', name: '' };
      return { kind: 'ObjectInvalid', object, problems: [problem], undecodable, patched: written };
    };
  }

  /** Warns where that is what to do; false where the request is to be refused. */
  #tell(faults: readonly string[]): boolean {
    if (faults.length === 0 || this.level === 'Ignore') return true;
    if (this.level === 'Strict') return false;
    this.warn(faults.slice(0, MOST_FAULTS));
    return true;
  }

  /** go-yaml has other words for them than the reader of JSON. */
  #duplicateFaults(): string[] {
    const { format, fields } = this.duplicates;
    const faults = fields.map(({ key, path, line }) =>
      format === 'YAML'
        ? `line ${line}: key ${JSON.stringify(key)} already set in map`
        : `duplicate field ${JSON.stringify(path)}`,
    );
    return [...new Set(faults)];
  }
}

function unreadable(as: Pick<ObjectRef, 'apiVersion' | 'kind'>, { problems, sentence }: Undecodable): RequestRefused {
  const object = { ...as, namespace: '', name: '' };
  return RequestRefused.of({ kind: 'ObjectInvalid', object, problems, undecodable: sentence });
}

/** The refusal of an option of a write, which is a field of the options of its method. */
export function invalidOption(method: string, problem: FieldProblem): RequestRefused {
  const kind = ownField(OPTIONS, method) ?? 'PatchOptions';
  const object = { apiVersion: 'meta.k8s.io/v1', kind, namespace: '', name: '' };
  return RequestRefused.of({ kind: 'ObjectInvalid', object, problems: [problem] });
}

function levelOf({ query, method }: FastifyRequest): Level {
  const { fieldValidation } = query as { readonly fieldValidation?: string | readonly string[] };
  // Of one that is given twice the API server takes the first.
  const given = typeof fieldValidation === 'object' ? (fieldValidation[0] ?? '') : (fieldValidation ?? '');
  const level = LEVELS.find((one) => one === given);
  if (level !== undefined) return level === '' ? 'Warn' : level;
  throw invalidOption(method, notSupported(FieldPath.root.child('fieldValidation'), given, LEVELS));
}

function unknownFault({ path }: UnknownField): string {
  return `unknown field ${JSON.stringify(path)}`;
}

function unknownInOperations(operations: unknown): string[] {
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown, index) =>
    isJsonObject(operation)
      ? Object.keys(operation)
          .filter((key) => !PATCH_FIELDS.has(key))
          .map((key) => unknownFault({ path: `[${index}].${key}`, hint: '' }))
      : [],
  );
}

function ofJsonPatch(fault: string): string {
  return `json patch ${fault}`;
}

/** The errors of one YAML text are one error, of several lines. // as go.yaml.in/yaml/v2 TypeError */
function inYaml(faults: readonly string[]): string[] {
  const lines = faults.filter((fault) => fault.startsWith('line '));
  const others = faults.slice(lines.length);
  return lines.length === 0 ? others : [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`, ...others];
}
