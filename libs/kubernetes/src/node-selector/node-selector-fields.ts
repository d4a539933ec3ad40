import { list, object, text } from '#apimachinery';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './node-selector.js';

const requirement = object<NodeSelectorRequirement>({ key: text, operator: text, values: list(text) });

/** core/v1 NodeSelectorTerm. */
export const nodeSelectorTerm = object<NodeSelectorTerm>({
  matchExpressions: list(requirement),
  matchFields: list(requirement),
});

/** core/v1 NodeSelector. */
export const nodeSelector = object<NodeSelector>({ nodeSelectorTerms: list(nodeSelectorTerm) });
