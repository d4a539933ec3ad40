import { factOfNodes } from '../../snapshot/index.js';

/** `status.conditions` of nodes: the status of each type, `True`, `False` or `Unknown`. */
export const NODE_CONDITIONS = factOfNodes<ReadonlyMap<string, string>>({
  name: 'NodeConditions',
  textOf: ({ status }) =>
    status?.conditions?.length
      ? JSON.stringify(status.conditions.map(({ type = '', status: state = '' }) => [type, state]))
      : null,
  valueOf: (text) => new Map(JSON.parse(text) as [type: string, status: string][]),
  none: new Map(),
});
