import { nodeNameSaying } from '../../node-name/plugin.js';

/** As NodeName of kube-scheduler v1.34, in the words of v1.20. */
export const nodeName = nodeNameSaying("node(s) didn't match the requested hostname");
