import { ownField } from '#json';
import { MIRROR_POD } from '../owned-pods/index.js';
import { checkDescendingPath, type JudgedField } from '#apimachinery';
import { eachContainer, type Profile } from '../security/index.js';
import { APP_ARMOR } from './app-armor.js';
import type { PodSpec } from './pod-spec.js';

type Annotations = Readonly<Record<string, string>>;

const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

const LOCALHOST = 'localhost/';
const RUNTIME_DEFAULT = 'runtime/default';
const DOCKER_DEFAULT = 'docker/default';
const UNCONFINED = 'unconfined';

/**
 * The annotations that say something of a pod, or of the pods of a template.
 * // as API server v1.34 ValidatePodSpecificAnnotations
 */
export function checkPodAnnotations(annotations: Annotations = {}, spec: PodSpec, at: JudgedField): void {
  const mirrored = annotations[MIRROR_POD];
  if (mirrored !== undefined && (spec.nodeName ?? '') === '')
    at.key(MIRROR_POD).invalid(mirrored, 'must set spec.nodeName if mirror pod annotation is set');
  const cost = annotations[DELETION_COST];
  if (cost !== undefined && !isDeletionCost(cost)) at.key(DELETION_COST).invalid(cost, 'must be a 32bit integer');
  for (const [key, profile] of Object.entries(annotations))
    if (key === SECCOMP_OF_POD || key.startsWith(SECCOMP)) checkSeccompProfile(profile, at.child(key));
  for (const [key, profile] of Object.entries(annotations))
    if (key.startsWith(APP_ARMOR)) {
      const container = key.slice(APP_ARMOR.length);
      if (!hasContainer(spec, container, at)) at.key(key).invalid(container, 'container not found');
      checkAppArmorProfile(profile, at.key(key));
    }
}

/** Annotations of a pod that stay as they are. // as API server v1.34 ValidatePodSpecificAnnotationUpdates */
export function checkAnnotationsKept(annotations: Annotations = {}, before: Annotations = {}, at: JudgedField): void {
  for (const key of Object.keys({ ...before, ...annotations })) {
    const kept = key === MIRROR_POD ? 'mirror pod annotation' : key.startsWith(APP_ARMOR) ? 'AppArmor annotations' : '';
    if (kept === '' || ownField(annotations, key) === ownField(before, key)) continue;
    at.key(key).forbidden(Object.hasOwn(before, key) ? `may not remove or update ${kept}` : `may not add ${kept}`);
  }
}

/**
 * What an annotation and a field both say, they say alike.
 * // as API server v1.34 validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate
 */
export function checkProfilesMatch(annotations: Annotations = {}, spec: PodSpec, at: JudgedField): void {
  const ofPod = spec.securityContext ?? {};
  const seccomp = { word: 'seccomp', defaults: [RUNTIME_DEFAULT, DOCKER_DEFAULT] };
  const appArmor = { word: 'apparmor', defaults: [RUNTIME_DEFAULT] };
  const inPod = at.child('securityContext').child('seccompProfile');
  checkMatch({ annotation: annotations[SECCOMP_OF_POD], profile: ofPod.seccompProfile }, seccomp, inPod);
  eachContainer(spec, at, ({ name = '', securityContext }, path) => {
    const field = path.child('securityContext').child('seccompProfile');
    checkMatch(
      { annotation: ownField(annotations, SECCOMP + name), profile: securityContext?.seccompProfile },
      seccomp,
      field,
    );
  });
  if (spec.os?.name === 'windows') return;
  eachContainer(spec, at, ({ name = '', securityContext }, path) => {
    const profile = securityContext?.appArmorProfile ?? ofPod.appArmorProfile;
    const field = path.child('securityContext').child('appArmorProfile');
    checkMatch({ annotation: ownField(annotations, APP_ARMOR + name), profile }, appArmor, field);
  });
}

/** An int32 in its shortest form. */
function isDeletionCost(text: string): boolean {
  return /^(0|[1-9]\d*|-\d+)$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

function checkSeccompProfile(profile: string, at: JudgedField): void {
  if ([RUNTIME_DEFAULT, DOCKER_DEFAULT, UNCONFINED].includes(profile)) return;
  if (profile.startsWith(LOCALHOST)) checkDescendingPath(profile.slice(LOCALHOST.length), at);
  else at.invalid(profile, 'must be a valid seccomp profile');
}

function hasContainer(spec: PodSpec, name: string, at: JudgedField): boolean {
  let isThere = false;
  eachContainer(spec, at, (container) => {
    isThere ||= container.name === name;
  });
  return isThere;
}

function checkAppArmorProfile(profile: string, at: JudgedField): void {
  if (['', RUNTIME_DEFAULT, UNCONFINED].includes(profile) || profile.startsWith(LOCALHOST)) return;
  at.invalid(profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
}

function checkMatch(
  { annotation, profile }: { readonly annotation: string | undefined; readonly profile: Profile | undefined },
  { word, defaults }: { readonly word: string; readonly defaults: readonly string[] },
  at: JudgedField,
): void {
  if (annotation === undefined || profile === undefined) return;
  const { type, localhostProfile } = profile;
  const isSameType =
    type === 'Unconfined'
      ? annotation === UNCONFINED
      : type === 'RuntimeDefault'
        ? defaults.includes(annotation)
        : type !== 'Localhost' || annotation.startsWith(LOCALHOST);
  if (!isSameType) at.child('type').forbidden(`${word} type in annotation and field must match`);
  else if (type === 'Localhost' && annotation.slice(LOCALHOST.length) !== localhostProfile)
    at.child('localhostProfile').forbidden(`${word} profile in annotation and field must match`);
}
