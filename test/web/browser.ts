import { chromium, type Browser, type Page } from 'playwright-core';
import { atEndOfWorker } from '../setup/end-of-worker.js';

/** Where Debian puts it, unless it is said. */
const CHROMIUM = process.env['BERTH_CHROMIUM'] ?? '/usr/bin/chromium';

/** A page that is looked at, and what went wrong on it. */
export interface Reader {
  readonly page: Page;
  /** Errors of scripts and of the content policy, and requests that went anywhere but to the service. */
  readonly faults: string[];
}

/** A Chromium without a window. Root has no sandbox, and a container no memory to share. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

let shared: Promise<Browser> | undefined;

/** The one of this worker, which ends with it: each view that a spec opens has a context of its own. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= startSharedBrowser());
}

async function startSharedBrowser(): Promise<Browser> {
  const browser = await startBrowser();
  atEndOfWorker(() => browser.close());
  return browser;
}

/** Opens a view, as an address that somebody pasted. */
export async function open(browser: Browser, url: string, options: ContextOptions = {}): Promise<Reader> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && !/^(blob|data):$/.test(protocol)) faults.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await settled(page);
  return { page, faults };
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Waits until what the view asks for is there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main :is(h1, h2)');
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

export async function close({ page }: Reader): Promise<void> {
  await page.context().close();
}
