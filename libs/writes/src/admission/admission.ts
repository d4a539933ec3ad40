import { admit, type AdmissionContext, type Mutation } from '#kubernetes';
import { refuse, ok, type ObjectRef, type Outcome } from '#requests';
import type { Manifest } from '#rows';

/** An object as it may be stored, and what the chain made of what was sent. */
export interface Admitted {
  readonly object: Manifest;
  readonly mutations: readonly Mutation[];
}

/** The object as it may be stored, or what is wrong with it. `object` is used up. */
export function admitted(object: Manifest, context: AdmissionContext): Outcome<Admitted> {
  const result = admit(object, context);
  if ('problems' in result) {
    const { problems, undecodable } = result;
    return refuse({ kind: 'ObjectInvalid', object: refOf(object), problems, ...(undecodable && { undecodable }) });
  }
  if ('forbidden' in result) {
    const { step, forbidden: reasons } = result;
    return refuse({ kind: 'ObjectForbidden', object: refOf(object), step, reasons });
  }
  return ok({ object: result.object, mutations: result.mutations });
}

export function refOf(object: Manifest): ObjectRef {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, namespace: written(metadata.namespace), name: written(metadata.name) };
}

/** A refused object may have a name of any type, or none: a refusal reports it as text. */
function written(name: string | undefined): string {
  if (name === undefined) return '';
  return typeof name === 'string' ? name : JSON.stringify(name);
}
