/**
 * What a request names a cluster by, in place of its id: its name, or `team/name` for a cluster that another team than
 * the caller's shares. `ownTeam` is the caller's team by name.
 */
export function clusterRef(
  { team, name }: { readonly team: string; readonly name: string },
  ownTeam: string | undefined,
): string {
  return ownTeam === undefined || team === ownTeam ? name : `${team}/${name}`;
}
