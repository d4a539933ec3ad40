/**
 * Puts pods near pods, or away from them. As kube-scheduler v1.34 InterPodAffinity decides when to skip, as far as that is seen
 * without matching terms: no own terms, and no pod in the cluster that keeps others away (filter) or has any term (score). What it
 * then decides is not supported yet.
 */
import { compileLabelSelector, type LabelSelector } from '#kubernetes';
import { definePlugin, NOT_SUPPORTED, SKIP } from '../../plugin.js';
import type { Affinity, PodAffinity, PodAffinityTerm } from '../../objects.js';
import { readInterPodAffinityArgs, type InterPodAffinityArgs } from './args.js';

export const interPodAffinity = definePlugin<InterPodAffinityArgs>({
  name: 'InterPodAffinity',
  normalization: 'minMax',
  readArgs: readInterPodAffinityArgs,
  preFilter({ pod, snapshot }) {
    const affinity = pod.pod.spec?.affinity ?? {};
    const engaged = snapshot.podsWithRequiredAntiAffinity > 0 || stanzas(affinity).some(hasRequired);
    return engaged || termsOf(affinity).some(isMalformed) ? NOT_SUPPORTED : SKIP;
  },
  preScore({ pod, snapshot, args }) {
    const preferred = stanzas(pod.pod.spec?.affinity ?? {}).some(hasPreferred);
    if (preferred) return NOT_SUPPORTED;
    return args.ignorePreferredTermsOfExistingPods || snapshot.podsWithAffinity === 0 ? SKIP : NOT_SUPPORTED;
  },
});

function stanzas({ podAffinity, podAntiAffinity }: Affinity): readonly PodAffinity[] {
  return [podAffinity, podAntiAffinity].flatMap((stanza) => stanza ?? []);
}

function hasRequired({ requiredDuringSchedulingIgnoredDuringExecution: terms }: PodAffinity): boolean {
  return Boolean(terms?.length);
}

function hasPreferred({ preferredDuringSchedulingIgnoredDuringExecution: terms }: PodAffinity): boolean {
  return Boolean(terms?.length);
}

function termsOf(affinity: Affinity): readonly PodAffinityTerm[] {
  return stanzas(affinity).flatMap((stanza) => [
    ...(stanza.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(stanza.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ podAffinityTerm }) => podAffinityTerm ?? []),
  ]);
}

/** Upstream turns the whole pod down for a selector that it cannot read, even in a preferred term. */
function isMalformed({ labelSelector, namespaceSelector }: PodAffinityTerm): boolean {
  return [labelSelector, namespaceSelector].some((selector: LabelSelector | null | undefined) => typeof compileLabelSelector(selector) !== 'function');
}
