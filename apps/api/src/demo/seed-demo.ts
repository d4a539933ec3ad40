import type { Logger } from 'pino';
import { DemoClient } from './demo-client.js';
import { demoSummary } from './demo-summary.js';
import { runDemo } from './run-demo.js';

const NAME = 'demo';

/** Makes the demo cluster at the first start; it is left alone once it is there. A failure is logged: the service serves on. */
export async function seedDemo(url: string, logger: Logger): Promise<void> {
  try {
    const there = await fetch(`${url}/v1/clusters/${NAME}`);
    if (there.ok) return;
    logger.info('seeding the demo cluster');
    const result = await runDemo(new DemoClient(url), NAME, {
      importing: () => undefined,
      scheduling: (decided, pods) => {
        logger.debug({ decided, pods }, 'scheduling the demo');
      },
    });
    process.stdout.write(demoSummary(result, url));
  } catch (error) {
    logger.error({ err: error }, 'the demo cluster could not be seeded');
  }
}
