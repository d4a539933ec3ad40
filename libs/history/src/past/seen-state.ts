import { type Sight, seenManifest, seesObject } from '#access';
import type { Manifest } from '#rows';
import { PastObject, PastState } from '#state';

/** Of each state by what was seen of it: states are shared and do not change, and a list is read page by page. */
const known = new WeakMap<PastState, Map<string, PastState>>();

/** What a place in a map takes. */
const ENTRY_BYTES = 100;

/** What a reader sees of a state. */
export function seenState(state: PastState, sight: Sight): PastState {
  if (sight.kind === 'all') return state;
  const key = JSON.stringify([sight.kind, ...[...sight.namespaces].sort()]);
  const ofState = known.get(state) ?? new Map<string, PastState>();
  known.set(state, ofState);
  let seen = ofState.get(key);
  if (seen === undefined) {
    ofState.set(key, (seen = partOf(state, sight)));
    state.keepBeside(seen.size * ENTRY_BYTES);
  }
  return seen;
}

function partOf(state: PastState, sight: Sight): PastState {
  const part = new PastState(state.position);
  for (const object of state.objects()) if (seesObject(sight, object)) part.add(seenPast(object, sight));
  return part;
}

function seenPast(object: PastObject, sight: Sight): PastObject {
  if (object.kind !== 'PersistentVolume') return object;
  const whole = JSON.parse(object.text) as Manifest;
  const seen = seenManifest(sight, whole);
  return seen === whole ? object : object.replaced(object, JSON.stringify(seen), object.resourceVersion);
}
