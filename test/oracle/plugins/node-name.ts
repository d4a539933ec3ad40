import { nameOf, type OraclePlugin } from '../model.js';

/** A pod that names its node goes there or nowhere. */
export const nodeName: OraclePlugin = {
  name: 'NodeName',
  filter({ pod }, node) {
    const wanted = pod.spec?.nodeName ?? '';
    if (wanted === '' || wanted === nameOf(node)) return null;
    return { code: 'UnschedulableAndUnresolvable', reasons: ["node(s) didn't match the requested node name"] };
  },
};
