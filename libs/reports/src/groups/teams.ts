import type { Frame } from '../frames/index.js';
import { readNamespaceTeams } from './namespace-teams.queries.js';

/** The teams of namespaces at present; a namespace that was given to none is of the team that owns the cluster. */
export async function teamsOf(frame: Frame): Promise<(namespace: string) => string> {
  const rows = await frame.transaction((tx) => readNamespaceTeams(tx, frame.cluster.id));
  const teams = new Map(rows.map(({ namespace, team }) => [namespace, team]));
  return (namespace) => teams.get(namespace) ?? frame.cluster.team;
}
