// What is added to the house now and then, each with one that is there already: the files within which its name has to
// stand are the files to touch for another one. `own` is a folder of its own.
export const ADDITIONS = [
  {
    // The names of legacy Policies are a closed list.
    what: 'a plugin (NodeName)',
    within: /^libs\/scheduler\/src\/(?!policy\/)/,
    own: /^libs\/scheduler\/src\/plugins\/node-name\//,
    names: /'NodeName'|plugins\/node-name\//,
  },
  {
    what: 'a state of a plugin (attachments)',
    within: /^libs\/scheduler\/src\//,
    own: /^libs\/scheduler\/src\/plugins\/node-volume-limits\//,
    names: /\bATTACHMENTS\b/,
  },
  {
    what: 'a kind (VolumeAttachment)',
    within: /^(libs\/(kubernetes|cluster)|apps\/api)\//,
    own: /^libs\/kubernetes\/src\/kinds\/volume-attachment\//,
    names: /\bvolumeAttachment\b|\bVolumeAttachment\b|\bcheckVolumeAttachment/,
  },
  {
    what: 'an operation on both faces (updateCluster)',
    within: /^(apps\/api|libs\/cluster)\//,
    names: /\b[uU]pdateCluster|\bClusterService \{/,
  },
  { what: 'a refusal (PatchFailed)', within: /\/outcome\//, names: /\bPatchFailed\b|PATCH_FAILED/ },
  {
    what: 'a report (waits)',
    within: /^libs\/(audit|cluster|scheduling)\//,
    own: /^libs\/audit\/src\/reports\//,
    names: /\breadWaits\b|\bWaits(By|Query|Request)?\b|\bwaits\.queries/,
  },
  {
    what: 'a follower of writes (budgets)',
    within: /^libs\/(cluster|scheduling)\/src\/(?!budgets\/)/,
    own: /^libs\/cluster\/src\/followers\//,
    names: /\b(read|add|countsFor)Budgets\(|\bbudgets: Follower\b|\/budgets\.js'/,
  },
  {
    what: 'a permission',
    within: /^apps\/api\/src\/(?!graphql\/|caller\/request-in)/,
    names: /\bcallerOf\(request|{ caller }: RequestContext|\bPERMISSIONS: Permissions/,
  },
];
