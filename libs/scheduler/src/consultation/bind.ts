import type { Pod } from '../objects/index.js';
import { PluginFailure } from '../attempt/index.js';
import type { Asking } from '../plugin.js';
import type { Consultation } from './consultation.js';
import { hasVerb, resultOf, whyNone } from '../extenders/index.js';

/**
 * Lets the extender that binds bind the pod; false when none did, and the Bind plugins are to. As kube-scheduler v1.34
 * extendersBinding.
 */
export function* bindByExtender(
  consultation: Consultation,
  { pod, node }: { readonly pod: Pod; readonly node: string },
): Asking<boolean> {
  for (const extender of consultation.extenders) {
    if (!hasVerb(extender, 'bind')) continue;
    const answer = yield* consultation.askOne({ kind: 'extender', extender, verb: 'bind', pod, node });
    const failure = resultOf(answer, 'bind')?.error ?? whyNone(answer, 'bind');
    if (failure === '') return true;
    if (!extender.ignorable) throw new PluginFailure(failure);
  }
  return false;
}
