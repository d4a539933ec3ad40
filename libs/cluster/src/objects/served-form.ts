import { formOf, type KindDescription } from '#kubernetes';
import { ok, refuse, type Outcome } from '#requests';
import type { Manifest } from '#rows';
import type { Creation } from './create-object.js';
import type { Revise, UpdateTarget } from './update-object.js';

/** The kind that objects of a kind are stored as. */
export function storedKind(kind: KindDescription): KindDescription {
  return formOf(kind)?.stored ?? kind;
}

/** A stored object as its kind is asked for. */
export function inForm(kind: KindDescription, object: Manifest): Manifest {
  return formOf(kind)?.fromStored(object) ?? object;
}

/** An object that was sent, as it is stored. */
export function toStored(kind: KindDescription, object: Manifest): Manifest {
  return formOf(kind)?.toStored(object) ?? object;
}

/** The kind as it is stored, and as what it was asked for, where that is another. */
export function requestOf(kind: KindDescription): Pick<UpdateTarget, 'kind' | 'requestedAs'> {
  const form = formOf(kind);
  return form === undefined ? { kind } : { kind: form.stored, requestedAs: kind.apiVersion };
}

export function creationOf(kind: KindDescription, object: Manifest): Creation {
  return { ...requestOf(kind), object: toStored(kind, object) };
}

/** A change of an object in the form in which it was asked for. */
export function revisionIn(kind: KindDescription, revise: Revise): Revise {
  const form = formOf(kind);
  if (form === undefined) return revise;
  return (current) => {
    const revised = revise(form.fromStored(current));
    return revised.refused ? revised : ok(form.toStored(revised.value as Manifest));
  };
}

/** What a write of a stored object comes to, as its kind was asked for. */
export function outcomeIn(kind: KindDescription): (outcome: Outcome<Manifest>) => Outcome<Manifest> {
  const renamed = refusalIn<Manifest>(kind);
  return (outcome) => (outcome.refused ? renamed(outcome) : ok(inForm(kind, outcome.value)));
}

/** A refusal names the object as it was asked for; what is invalid is so as it is stored. */
export function refusalIn<T>(kind: KindDescription): (outcome: Outcome<T>) => Outcome<T> {
  const form = formOf(kind);
  return (outcome) => {
    if (form === undefined || !outcome.refused) return outcome;
    const { refusal } = outcome;
    if (!('object' in refusal) || refusal.kind === 'ObjectInvalid') return outcome;
    if (refusal.object.kind !== form.stored.kind) return outcome;
    return refuse({ ...refusal, object: { ...refusal.object, apiVersion: kind.apiVersion } });
  };
}
