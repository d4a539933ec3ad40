import type { Rule } from '../rule.js';

/** The two that every cluster has for its own pods. */
const SYSTEM = /^system-/;

/** A PriorityClass that no pod has. */
export const priorityUnused: Rule = {
  name: 'priority-unused',
  description: 'No pod has the PriorityClass.',
  *find({ objects: { priorityClasses }, groups }) {
    const used = new Set(
      groups.map(({ pod }) => (pod.spec as { priorityClassName?: string } | undefined)?.priorityClassName),
    );
    for (const {
      metadata: { name = '' },
    } of priorityClasses) {
      if (used.has(name) || SYSTEM.test(name)) continue;
      yield {
        namespace: '',
        objects: [{ kind: 'PriorityClass', namespace: '', name }],
        sentence: `No pod that runs or waits has the priority class ${name}.`,
        remedy: 'Set it in the pods that it is for, or delete it.',
      };
    }
  },
};
