import { ServiceError, type BerthClient } from '#client';

/** The name, or the first of `name-2`, `name-3`, ... that is free: an earlier demo stays as it is. */
export async function createCluster(client: BerthClient, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    try {
      await client.post('/v1/clusters', { body: { name: candidate } });
      return candidate;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    }
  }
}
