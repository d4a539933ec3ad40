import type { PodTerm } from '#scheduler';
import { nearLabels, nearNames, nodeNeeded } from '../../near-miss/index.js';
import { podsOf, type Model, type PodGroup } from '../model.js';
import type { Finding, Rule } from '../rule.js';
import { countOf } from '../words.js';

/** What selects nodes or pods selects none. */
export const selectorMatchesNothing: Rule = {
  name: 'selector-matches-nothing',
  description: 'A selector of nodes or pods matches none.',
  *find(model) {
    for (const group of model.groups) {
      if (group.nodes.length === 0 && model.nodes.length > 0) yield noNode(model, group);
      for (const term of group.incoming.terms.requiredAffinity)
        if (!isMet(model, group, term)) yield noCompany(group, term);
    }
    for (const { metadata, spec } of model.objects.budgets) {
      const { name = '', namespace = '' } = metadata;
      if (model.selected(namespace, spec.selector).length === 0)
        yield nothing({ kind: 'PodDisruptionBudget', namespace, name }, 'protects');
    }
    for (const { metadata, spec } of model.objects.services) {
      const { name = '', namespace = '' } = metadata;
      const labels = spec?.selector ?? {};
      if (Object.keys(labels).length === 0) continue;
      if (model.selected(namespace, { matchLabels: labels }).length === 0)
        yield nothing({ kind: 'Service', namespace, name }, 'leads to');
    }
  },
};

function noNode(model: Model, group: PodGroup): Finding {
  const of = `${countOf(group.names.length, 'pod')} like ${group.namespace}/${group.names[0] ?? ''}`;
  return {
    namespace: group.namespace,
    objects: podsOf([group]),
    sentence: `The node selector and the required node affinity of ${of} match no node.`,
    remedy: remedyOf(model, group),
  };
}

/** A node does not become another kind of node by a label, and a slip is for the pod to correct. */
function remedyOf({ nodes, objects: { volumes = {}, identityLabels } }: Model, { pod }: PodGroup): string {
  const needed = nodeNeeded(pod, { nodes, objects: volumes }, { identityLabels });
  const lacks = [...(needed === null ? [] : [needed]), ...nearLabels(pod, nodes), ...nearNames(pod, nodes)];
  return lacks.length === 0
    ? 'Label nodes accordingly, or select labels that nodes have.'
    : lacks.map(({ sentence }) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`).join(' ');
}

/** The first of a group goes with itself where it matches its own term: as kube-scheduler has it. */
function isMet(model: Model, own: PodGroup, term: PodTerm): boolean {
  const counts = ({ namespace, labels }: PodGroup): boolean =>
    (term.namespaces.includes(namespace) || term.namespaceSelector(model.labelsOfNamespace(namespace))) &&
    term.selector(labels);
  return counts(own) || model.groups.some(counts);
}

function noCompany(group: PodGroup, { topologyKey }: PodTerm): Finding {
  const of = `${countOf(group.names.length, 'pod')} like ${group.namespace}/${group.names[0] ?? ''}`;
  return {
    namespace: group.namespace,
    objects: podsOf([group]),
    sentence: `A required affinity of ${of} by ${topologyKey} is to pods that are not there.`,
    remedy: 'Create the selected pods, or select existing ones.',
  };
}

function nothing(object: Finding['objects'][number], does: string): Finding {
  return {
    namespace: object.namespace,
    objects: [object],
    sentence:
      `${object.kind} ${object.namespace}/${object.name} ${does} no pod: ` +
      'its selector matches no running or pending pod.',
    remedy: 'Select labels that pods have, or delete it.',
  };
}
