const POD = '{ namespace name uid }';
const all = (field: string, selection: string): string => `${field} { edges { node { ${selection} } } }`;
/** What is read of a cluster over GraphQL, by what it is about. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  objects: `counts { nodes pods pendingPods } ${all('namespaces(first: 100)', 'name pods pendingPods')}
    ${all('pods(first: 50)', 'manifest')}
    ${all('nodes(first: 5)', `name podCount ${all('pods(first: 50)', 'manifest')}`)}
    labelKeys(kind: Pod) { key values { value } } ${all('quotas(first: 50)', 'namespace name')}
    search(text: "z") { kind namespace name } states { gatedPods nominatedPods }`,
  decisions: all(
    'decisions(first: 20)',
    `redacted otherVictims message pod ${POD} victims ${POD} rejections { reason } podObject { manifest }
      ${all('trace(first: 5)', 'node status { reasons }')} why { sentence }`,
  ),
  log: `${all('changes(first: 100)', `kind namespace name uid object patch preemptedBy preemptor ${POD}`)}
    activity(buckets: 2) { changes { create } }
    diff(from: "revision:1") { ${all('objects(first: 100)', 'kind namespace name patch')}
      ${all('placements(first: 100)', 'pod { namespace name }')} }`,
  runs: `${all(
    'runs(first: 10)',
    `redacted actor asked { names namespace labelSelector } counts { selected }
      ${all('decisions(first: 20)', `pod ${POD} victims ${POD}`)}`,
  )} pending(groupBy: [namespace, reason]) { pods } ${all('pendingPods(first: 50)', 'namespace name')}
    ${all('refusals(first: 10)', 'name')}`,
  totals: all('decisionTotals(groupBy: [namespace], first: 10)', 'attempts'),
  waits: all('waits(groupBy: [namespace], first: 10)', 'bindings'),
  report: 'report(report: "capacity", by: "namespace") { redacted rows } ',
  revisions: all('revisions(first: 10)', 'actor reason'),
};
