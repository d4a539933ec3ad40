import { ownField } from '#json';
import { invalid, required, type FieldPath, type FieldProblem } from '#apimachinery';
import type { FieldReader } from '#scheduler';
import { Ajv, type ErrorObject } from 'ajv';

/** What is wrong with a JSON schema; undefined where nothing is. */
export function schemaProblem(schema: object): string | undefined {
  try {
    validatorOf(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be used';
  }
}

/** Reads args by their schema, with its defaults; each problem names its field. */
export function readArgsBy(schema: object): (reader: FieldReader) => unknown {
  const validate = validatorOf(schema);
  return (reader) => {
    const args = structuredClone(reader.rest());
    if (!validate(args)) reader.report(...(validate.errors ?? []).map((error) => problemOf(error, reader.path, args)));
    return args;
  };
}

function validatorOf(schema: object): ReturnType<Ajv['compile']> {
  return new Ajv({ allErrors: true, useDefaults: true, strict: false }).compile(schema);
}

function problemOf({ instancePath, keyword, params, message }: ErrorObject, at: FieldPath, args: object): FieldProblem {
  const steps = instancePath.split('/').slice(1).map(unescaped);
  let path = at;
  let value: unknown = args;
  for (const step of steps) {
    path = Array.isArray(value) ? path.index(Number(step)) : path.child(step);
    value = ownField(value as Readonly<Record<string, unknown>>, step);
  }
  const named = params as { readonly missingProperty?: string; readonly additionalProperty?: string };
  if (keyword === 'required' && named.missingProperty !== undefined) return required(path.child(named.missingProperty));
  if (named.additionalProperty === undefined) return invalid(path, value, message ?? 'breaks the schema');
  const field = path.child(named.additionalProperty).toString();
  return { field, reason: 'FieldValueForbidden', message: `unknown field "${field}"` };
}

/** A step of a JSON pointer. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
