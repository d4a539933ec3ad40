// What is added to the house now and then, each with one that is there already. The files of the product in which its
// name has to stand are the files to touch for another one, in libraries and doors alike; `own` are those that hold
// nothing else. Comments do not count, nor does what is generated.
export const ADDITIONS = [
  {
    // The names of legacy Policies are a closed list.
    what: 'a plugin (NodeName)',
    own: /^libs\/scheduler\/src\/plugins\/node-name\//,
    names: /'NodeName'|plugins\/node-name\/|\/node-name\/plugin/,
  },
  {
    what: 'a state of a plugin (attachments)',
    within: /^libs\/scheduler\/src\//,
    own: /^libs\/scheduler\/src\/plugins\/node-volume-limits\//,
    names: /\bATTACHMENTS\b/,
  },
  {
    what: 'a kind (VolumeAttachment)',
    own: /^libs\/kubernetes\/src\/kinds\/volume-attachment\//,
    names: /\bvolumeAttachment\b|\bVolumeAttachment\b|\bcheckVolumeAttachment/,
  },
  {
    what: 'an operation on both faces (updateCluster)',
    names: /\b[uU]pdateCluster(Input|Payload)?\b|\bclusterChange\b/,
  },
  { what: 'an operation on both faces (cancelRun)', names: /\b[cC]ancelRun(Input|Payload)?\b/ },
  {
    what: 'a question (repack)',
    own: /\/repack\.ts$|\/repack\//,
    names: /\b[rR]epack(Answer|Question|Request|Move|Placed)?\b|\baskRepack\b/,
  },
  {
    what: 'a report (risk)',
    own: /^libs\/reports\/src\/risk\//,
    names: /\bname: 'risk'|\brisk\b.*\/risk\.report\.js'/,
  },
  {
    // Over sums of whole days, with a query of its own in libs/audit; libs/reports has another one of that name.
    what: 'a report over decisions (waits)',
    own: /^(libs\/audit|apps\/api)\/.*\/reports\/waits\.(queries|report)\.ts$/,
    names: /\b(sumUpWaits|WAITS_REPORT|DECISION_REPORTS\.waits)\b/,
  },
  {
    what: 'a follower of writes (budgets)',
    own: /^libs\/writes\/src\/(followers|budgets)\//,
    names: /\b(read|add|countsFor)Budgets\(|\bbudgets: Follower\b|\/followers\/budgets\.js'/,
  },
  { what: 'a refusal (PatchFailed)', names: /\bPatchFailed\b|PATCH_FAILED/ },
  { what: 'a permission (deleteCluster)', names: /'(Mutation\.)?deleteCluster'/ },
  {
    // The watch of a head counts those who wait for it under the same word.
    what: 'a limit (watchers)',
    names: /(?<!head\.)\bwatchers\b(?!'|: number|: 0)|WATCHERS/,
  },
];
