import { isJsonObject } from '#json';
import { replicasIn, scaleOf, scaleProblems, type Scale } from '#kubernetes';
import { undecodable } from '#kubernetes-schema';
import type { Caller } from '#database';
import { ok, refuse, type ObjectRef, type Outcome } from '#requests';
import type { Manifest } from '#rows';
import { addressed } from './addressed.js';
import type { ObjectCollection, ObjectService, ReadCollection, RevisionOptions } from './object.service.js';
import { patchedObject, type OnOddPatch, type Patch } from './patched-object.js';

const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' } as const;

/** How to change one scale. */
export interface ScaleOptions extends Omit<RevisionOptions, 'subresource'> {
  readonly name: string;
}

/** The scale to have, or a patch of the present one. */
export type ScaleChange = { readonly scale: unknown } | { readonly patch: Patch; readonly onOddPatch?: OnOddPatch };

/** The scales of objects that want so many pods: autoscaling/v1 Scale. */
export class ScaleService {
  constructor(private readonly objects: ObjectService) {}

  async get(caller: Caller, collection: ReadCollection, name: string): Promise<Outcome<Scale>> {
    return scaled(await this.objects.get(caller, collection, name));
  }

  /** Sets how many pods the object wants; of a scale nothing else changes. */
  async change(
    caller: Caller,
    collection: ObjectCollection,
    { name, ...options }: ScaleOptions,
    change: ScaleChange,
  ): Promise<Outcome<Scale>> {
    const { namespace } = collection;
    const ref: ObjectRef = { ...SCALE, namespace, name };
    const revised = await this.objects.revise(caller, collection, { name, ...options }, (current) => {
      const body = changed(scaleOf(current), change);
      if (body.refused) return body;
      return unreadable(body.value, ref, 'patch' in change) ?? withScale(current, body.value, ref);
    });
    return scaled(revised);
  }
}

function changed(present: Scale, change: ScaleChange): Outcome<unknown> {
  return 'patch' in change ? patchedObject(present, change.patch, change.onOddPatch) : ok(change.scale);
}

function unreadable(body: unknown, object: ObjectRef, isPatched: boolean): Outcome<never> | undefined {
  const wrong = undecodable(body, SCALE);
  if (wrong === undefined) return undefined;
  const { problems, sentence } = wrong;
  const patched = isPatched ? { patched: JSON.stringify(body) } : {};
  return refuse({ kind: 'ObjectInvalid', object, problems, undecodable: sentence, ...patched });
}

/** The object with what a scale says of it, and of the version that the scale is of. */
function withScale(current: Manifest, body: unknown, ref: ObjectRef): Outcome<Manifest> {
  const metadata = isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata'] : {};
  const whole = { ...(body as object), metadata };
  const scale = addressed(whole, { kind: { ...SCALE, namespaced: true }, namespace: ref.namespace, name: ref.name });
  if (scale.refused) return scale;
  const problems = scaleProblems(scale.value);
  if (problems.length > 0) return refuse({ kind: 'ObjectInvalid', object: ref, problems });
  const { resourceVersion, uid } = scale.value.metadata;
  return ok({
    ...current,
    metadata: { ...current.metadata, resourceVersion: resourceVersion ?? '', uid: uid ?? '' },
    spec: { ...current.spec, replicas: replicasIn(body) },
  });
}

function scaled(outcome: Outcome<Manifest>): Outcome<Scale> {
  return outcome.refused ? outcome : ok(scaleOf(outcome.value));
}
