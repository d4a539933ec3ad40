import type { BenchClient } from '../service/bench-client.js';

type Role = 'viewer' | 'editor' | 'scheduler' | 'auditor' | 'admin';

/** Makes a team, and answers a key of it. */
export async function newTeam(admin: BenchClient, name: string, roles: readonly Role[]): Promise<string> {
  await admin.api.post('/v1/teams', { body: { name } });
  const { key } = await admin.api.post('/v1/teams/{team}/keys', {
    params: { path: { team: name } },
    body: { name: 'bench', roles: [...roles] },
  });
  return key;
}

/** Shares a namespace of a cluster with a team. */
export async function grantNamespace(
  admin: BenchClient,
  clusterId: string,
  { team, namespace, roles }: { readonly team: string; readonly namespace: string; readonly roles: readonly Role[] },
): Promise<void> {
  for (const role of roles)
    await admin.api.post('/v1/clusters/{cluster}/grants', {
      params: { path: { cluster: clusterId } },
      body: { team, namespace, role },
    });
}
