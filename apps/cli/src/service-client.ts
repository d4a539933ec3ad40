import { BerthClient } from '#client';

/** A client of the service that BERTH_URL and BERTH_KEY name; without them, of the one that runs here. */
export function serviceClient(
  { BERTH_URL: url = 'http://127.0.0.1:3000', BERTH_KEY: key }: NodeJS.ProcessEnv = process.env,
): BerthClient {
  return new BerthClient({ url, key });
}
