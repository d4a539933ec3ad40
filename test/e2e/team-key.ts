import type { TestApi } from './test-api.js';

/** A key as its maker is answered once. */
export interface TeamKey {
  readonly id: string;
  readonly key: string;
}

/** What a key is to be. */
interface WantedKey {
  readonly team: string;
  readonly roles: readonly string[];
  /** Other fields of the request. */
  readonly more?: object | undefined;
}

let number = 0;

/** A key of a team, which is made unless it is there. */
export async function keyOfTeam(api: TestApi, { team, roles, more }: WantedKey): Promise<TeamKey> {
  const made = await api.post('/v1/teams').send({ name: team });
  expect([201, 409]).toContain(made.status);
  const body = { name: `k${++number}`, roles, ...more };
  return (await api.post(`/v1/teams/${team}/keys`).send(body).expect(201)).body as TeamKey;
}

export function bearer({ key }: Pick<TeamKey, 'key'>): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}
