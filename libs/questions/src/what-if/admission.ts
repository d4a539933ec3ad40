import { lookupsOf, type AdmissionSettings, LOOKED_UP_KINDS } from '#cluster';
import type { Manifest } from '#rows';
import { admit } from '#kubernetes';
import type { Admission } from '#what-if';

/** Admission by the classes and ranges of a cluster, and by those that come in meanwhile. */
export function admissionOf(
  known: readonly Manifest[],
  place: { readonly settings: AdmissionSettings; readonly at: Date },
): Admission {
  const objects = new Map(known.map((object) => [keyOf(object), object]));
  let lookups = lookupsOf([...objects.values()], place);
  return {
    admit: (given) => admit(given, { operation: 'import', ...lookups }),
    change: (given, old) => admit(given, { operation: 'update', old: old as Manifest, ...lookups }),
    learn: (object) => {
      const manifest = object as Manifest;
      if (!LOOKED_UP_KINDS.includes(manifest.kind)) return;
      objects.set(keyOf(manifest), manifest);
      lookups = lookupsOf([...objects.values()], place);
    },
  };
}

function keyOf({ kind, metadata: { namespace = '', name } }: Manifest): string {
  return `${kind} ${namespace}/${name}`;
}
