import { inSight } from './visibility.queries.js';
import { sees } from './visibility.js';
import { type Caller, type Need, type Role } from '#database';
import { accessTo, demand, rolesIn, sightOf, type Access, type AccessFacts } from './index.js';
import { Denied } from '#requests';

const [OURS, THEIRS] = ['ours', 'theirs'];
const CLUSTER = 'c';

function facts(of: Partial<AccessFacts>): AccessFacts {
  return { id: CLUSTER, team_id: OURS, granted: [], apart: [], ...of };
}

function who(roles: readonly Role[], only?: Caller['only']): Pick<Caller, 'team' | 'roles' | 'only'> {
  return { team: OURS, roles, ...(only && { only }) };
}

/** What somebody sees of the namespaces a, b and c, and may do in them, in words. */
function reported(access: Access | undefined): string {
  if (access === undefined) return 'nothing';
  const sight = sightOf(access);
  const there = ['a', 'b', 'c'].filter((name) => sees(sight, name));
  const roles = there.map((name) => `${name}: ${rolesIn(access, name).join(' ')}`);
  return [`whole: ${access.roles.join(' ')}`, ...roles].join('; ');
}

const ALL = 'viewer editor scheduler mirror monitor admin';

test.each<[string, AccessFacts, ReturnType<typeof who>, string]>([
  [
    'an own cluster',
    facts({}),
    who(['editor']),
    'whole: viewer editor; a: viewer editor; b: viewer editor; c: viewer editor',
  ],
  ['a namespace of others in it', facts({ apart: ['b'] }), who(['viewer']), 'whole: viewer; a: viewer; c: viewer'],
  [
    'that was granted to its owners',
    facts({ apart: ['b'], granted: [{ role: 'viewer', namespace: 'b' }] }),
    who(['editor']),
    'whole: viewer editor; a: viewer editor; b: viewer; c: viewer editor',
  ],
  ['its admins', facts({ apart: ['b'] }), who(['admin']), `whole: ${ALL}; a: ${ALL}; b: ${ALL}; c: ${ALL}`],
  [
    'its auditors',
    facts({ apart: ['b'] }),
    who(['auditor', 'editor']),
    'whole: viewer editor auditor; a: viewer editor auditor; b: viewer auditor; c: viewer editor auditor',
  ],
  ['a cluster of others', facts({ team_id: THEIRS }), who(['admin', 'auditor']), 'nothing'],
  [
    'one that was granted',
    facts({ team_id: THEIRS, granted: [{ role: 'editor', namespace: null }] }),
    who(['editor']),
    'whole: viewer editor',
  ],
  [
    'a grant of more than one holds',
    facts({ team_id: THEIRS, granted: [{ role: 'editor', namespace: null }] }),
    who(['scheduler']),
    'whole: viewer',
  ],
  [
    'an admin uses whatever their team was granted',
    facts({ team_id: THEIRS, granted: [{ role: 'auditor', namespace: null }] }),
    who(['admin']),
    'whole: viewer auditor; a: viewer auditor; b: viewer auditor; c: viewer auditor',
  ],
  [
    'a namespace that was granted',
    facts({ team_id: THEIRS, granted: [{ role: 'viewer', namespace: 'a' }] }),
    who(['admin']),
    'whole: ; a: viewer',
  ],
  [
    'a namespace of one’s own',
    facts({ team_id: THEIRS, apart: ['a'], granted: [{ role: 'viewer', namespace: null }] }),
    who(['admin', 'auditor']),
    'whole: viewer; a: viewer editor scheduler mirror monitor auditor',
  ],
  ['a key for another cluster', facts({}), who(['admin'], { cluster: 'other' }), 'nothing'],
  [
    'a key for this cluster',
    facts({}),
    who(['viewer'], { cluster: CLUSTER }),
    'whole: viewer; a: viewer; b: viewer; c: viewer',
  ],
  [
    'a key for a namespace of it',
    facts({ apart: ['b'] }),
    who(['admin'], { cluster: CLUSTER, namespace: 'a' }),
    'whole: ; a: viewer editor scheduler mirror monitor',
  ],
  [
    'a key for a namespace of others',
    facts({ apart: ['b'] }),
    who(['editor'], { cluster: CLUSTER, namespace: 'b' }),
    'nothing',
  ],
])('%s', (_, stored, caller, want) => {
  expect(reported(accessTo(stored, caller))).toBe(want);
});

test('the service itself sees every team’s', () => {
  const access = accessTo(facts({ team_id: THEIRS, apart: ['a'] }), { team: OURS, roles: ['system'] });
  expect(access).toMatchObject({ sight: 'all' });
});

test.each<[Need['in'], Role, boolean]>([
  ['cluster', 'viewer', true],
  ['cluster', 'editor', false],
  ['namespace', 'editor', true],
  ['namespace', 'auditor', false],
  ['team', 'admin', true],
])('what is needed in the %s: %s', (place, role, met) => {
  const access = accessTo(
    facts({ team_id: THEIRS, apart: ['a'], granted: [{ role: 'viewer', namespace: null }] }),
    who(['editor']),
  ) as Access;
  const ask = (): void => {
    demand(access, { need: { roles: [role], in: place } });
  };
  if (met) expect(ask).not.toThrow();
  else expect(ask).toThrow(Denied);
});

test.each<[Access['sight'], string[], string[], unknown[]]>([
  ['all', [], [], []],
  ['except', [], [], []],
  ['except', ['a'], ['p.namespace <> ALL($1::text[])'], [['a']]],
  ['only', ['a'], ['p.namespace = ANY($1::text[])'], [['a']]],
])('a sight of %s %j as SQL', (sight, sight_namespaces, sql, want) => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  expect(inSight(sightOf({ sight, sight_namespaces }), 'p.namespace', parameter)).toEqual(sql);
  expect(values).toEqual(want);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is a namespace like any other', (name) => {
  const own = accessTo(facts({ apart: ['b'] }), who(['editor'])) as Access;
  expect(rolesIn(own, name)).toEqual(own.roles);
  const shared = facts({ team_id: THEIRS, granted: [{ role: 'viewer', namespace: name }] });
  const guest = accessTo(shared, who(['editor'])) as Access;
  expect([rolesIn(guest, name), rolesIn(guest, 'b')]).toEqual([['viewer'], []]);
});
