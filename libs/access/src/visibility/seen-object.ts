import { sees, type Sight } from './visibility.js';

/** What tells where an object lives. */
export interface Placed {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** Whether an object is seen: a namespace by its own name. */
export function seesObject(sight: Sight, { kind, namespace, name }: Placed): boolean {
  return sees(sight, kind === 'Namespace' ? name : namespace);
}

interface Volume {
  readonly spec?: { readonly claimRef?: { readonly namespace?: string; readonly name?: string } };
}

/** An object as a reader sees it: of a volume whose claim is not visible, only that it is claimed. */
export function seenManifest<Manifest extends { readonly kind: string }>(sight: Sight, object: Manifest): Manifest {
  if (sight.kind === 'all' || object.kind !== 'PersistentVolume') return object;
  const { spec } = object as unknown as Volume;
  const namespace = spec?.claimRef?.namespace ?? '';
  return sees(sight, namespace) ? object : { ...object, spec: { ...spec, claimRef: { namespace: '', name: '' } } };
}

/** What a writer sends back after reading the object so: a claim that they were not shown stays what it was. */
export function withUnseen<Manifest extends { readonly kind: string }>(
  sight: Sight,
  written: Manifest,
  old: Manifest | undefined,
): Manifest {
  if (old === undefined || seenManifest(sight, old) === old) return written;
  const { spec } = written as unknown as Volume;
  const isAsShown = spec?.claimRef !== undefined && !spec.claimRef.namespace && !spec.claimRef.name;
  return isAsShown ? { ...written, spec: { ...spec, claimRef: (old as unknown as Volume).spec?.claimRef } } : written;
}

/** The same of an object as it is stored. */
export function seenObject<Stored extends { readonly object: { readonly kind: string } }>(
  sight: Sight,
  stored: Stored,
): Stored {
  const object = seenManifest(sight, stored.object);
  return object === stored.object ? stored : { ...stored, object };
}
