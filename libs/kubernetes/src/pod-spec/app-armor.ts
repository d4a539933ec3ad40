import { ownField } from '#json';
import type { Container } from '../containers/index.js';
import { isAppArmorProfile, type Profile } from '../security/index.js';
import { sameValue } from '#apimachinery';
import type { PodSpec } from './pod-spec.js';

type Annotations = Readonly<Record<string, string>>;

/** Before the name of a container: the annotation that the field `appArmorProfile` has taken the place of. */
export const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const LOCALHOST = 'localhost/';

/** Sets the profiles of containers that annotations alone name. // as API server v1.34 applyAppArmorVersionSkew */
export function syncAppArmor(annotations: Annotations | undefined, spec: PodSpec): void {
  for (const { container, profile } of annotated(annotations, spec))
    if (profile !== undefined) (container.securityContext ??= {}).appArmorProfile = profile;
}

/** The annotations of a new pod that should be fields: what no field says yet, or what none can say. */
export function appArmorAnnotations(annotations: Annotations | undefined, spec: PodSpec): string[] {
  return annotated(annotations, spec).map(({ container: { name = '' } }) => APP_ARMOR + name);
}

/** Containers whose profile only an annotation names, but for those where it names that of the pod; it may be none. */
function annotated(
  annotations: Annotations | undefined,
  { os, securityContext, initContainers, containers, ephemeralContainers }: PodSpec,
): { readonly container: Container; readonly profile: Profile | undefined }[] {
  if (annotations === undefined || os?.name === 'windows') return [];
  // A list that is required is null where it is missing.
  const all = [initContainers, containers, ephemeralContainers].flatMap((list) => list ?? []);
  return all.flatMap((container) => {
    const annotation = ownField(annotations, APP_ARMOR + (container.name ?? ''));
    if (annotation === undefined || container.securityContext?.appArmorProfile !== undefined) return [];
    const profile = profileOf(annotation);
    const isOfPod = profile !== undefined && sameValue(profile, securityContext?.appArmorProfile);
    return isOfPod ? [] : [{ container, profile }];
  });
}

/** The profile that an annotation names; undefined where it is none. // as ApparmorFieldForAnnotation */
function profileOf(annotation: string): Profile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(LOCALHOST)) return undefined;
  const profile = { type: 'Localhost', localhostProfile: annotation.slice(LOCALHOST.length) };
  return isAppArmorProfile(profile) ? profile : undefined;
}
