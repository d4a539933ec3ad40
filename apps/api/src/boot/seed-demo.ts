import type { Logger } from 'pino';
import { BerthClient, ServiceError, type ClientOptions } from '#client';
import { demoSummary, historySummary, runDemo, runHistory } from '#demo';

const NAME = 'demo';
const HISTORY = 'demo-history';

/**
 * Makes the demo clusters at the first start; they are left alone once they are there. A failure is
 * logged: the service serves on.
 */
export async function seedDemo(service: ClientOptions, logger: Logger): Promise<void> {
  try {
    const client = new BerthClient(service);
    if (await isThere(client)) return;
    logger.info('seeding the demo clusters');
    const result = await runDemo(client, NAME, {
      importing: () => undefined,
      scheduling: (decided, pods) => {
        logger.debug({ decided, pods }, 'scheduling the demo');
      },
    });
    process.stdout.write(demoSummary(result, service.url));
    process.stdout.write(historySummary(await runHistory(client, HISTORY), service.url));
  } catch (error) {
    logger.error({ err: error }, 'the demo clusters could not be seeded');
  }
}

async function isThere(client: BerthClient): Promise<boolean> {
  try {
    await client.get('/v1/clusters/{cluster}', { params: { path: { cluster: NAME } } });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return false;
    throw error;
  }
}
