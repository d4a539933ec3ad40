import { EvictionBudgets } from '#api-server';
import { podsOf, type PodGroup } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** Pods of two budgets: the eviction API answers 500 for them, even if both budgets allow it. */
export const budgetsOverlap: Rule = {
  name: 'budgets-overlap',
  description: 'Pods match more than one PodDisruptionBudget, and cannot be evicted.',
  *find(model) {
    const budgets = new EvictionBudgets(model.objects.budgets);
    const byBudgets = new Map<string, { readonly names: readonly string[]; readonly groups: PodGroup[] }>();
    for (const group of model.groups) {
      const names = budgets.of(group).map(({ name }) => name);
      if (names.length < 2) continue;
      const id = JSON.stringify([group.namespace, names]);
      const known = byBudgets.get(id) ?? { names, groups: [] };
      known.groups.push(group);
      byBudgets.set(id, known);
    }
    for (const { names, groups } of byBudgets.values()) {
      const namespace = groups[0]?.namespace ?? '';
      const pods = podsOf(groups);
      yield {
        namespace,
        objects: [...names.map((name) => ({ kind: 'PodDisruptionBudget', namespace, name })), ...pods],
        sentence: `${countOf(pods.length, 'pod')} of namespace ${namespace} ${
          pods.length === 1 ? 'has' : 'have'
        } the budgets ${names.join(' and ')}: an eviction is refused for having more than one.`,
        remedy: 'Change the selectors so that each pod matches only one budget.',
      };
    }
  },
};
