import { findSeenCluster, SharingService } from '#cluster';
import { KeyService, TeamService } from '#access';
import { CALLER, valueOf, type TestServices } from '#test-services';

/** Rows of every table of access: keys, members and grants that are there, and entries of some that are gone. */
export async function fillAccess(services: TestServices, cluster: string): Promise<void> {
  const { database } = services;
  const teams = new TeamService(database, 'https://id.example');
  const keys = new KeyService(database, findSeenCluster);
  const sharing = new SharingService(database);
  for (const team of ['shop', 'books']) {
    valueOf(await teams.create(CALLER, team));
    for (const more of [{}, { cluster, namespace: team }, { expiresInDays: 3 }]) {
      const key = { name: `ci-${Object.keys(more).length}`, roles: ['viewer', 'editor'] as const, ...more };
      const { id } = valueOf(await keys.create(CALLER, team, key));
      if ('expiresInDays' in more) valueOf(await keys.revoke(CALLER, team, id));
    }
    for (const subject of ['ann', 'ben', 'eve']) {
      const { id } = valueOf(await teams.addMember(CALLER, team, { subject, roles: ['viewer', 'scheduler'] }));
      if (subject === 'eve') valueOf(await teams.removeMember(CALLER, team, id));
    }
    for (const [role, namespace] of [['viewer'], ['editor', 'default'], ['scheduler', 'default']] as const) {
      const { id } = valueOf(await sharing.grant(CALLER, cluster, { team, role, ...(namespace && { namespace }) }));
      if (role === 'scheduler') valueOf(await sharing.takeBack(CALLER, cluster, id));
    }
    for (const namespace of [team, 'moved']) valueOf(await sharing.give(CALLER, cluster, { namespace, team }));
  }
}
