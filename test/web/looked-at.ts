import type { Browser, Page } from 'playwright-core';
import { close, open, settled } from './browser.js';

/** Opens a view, does something there, and wants no fault of it. */
export async function lookedAt<T>(
  browser: Browser,
  url: string,
  what: (page: Page) => Promise<T>,
  options = {},
): Promise<T> {
  const reader = await open(browser, url, options);
  try {
    const found = await what(reader.page);
    expect(reader.faults).toEqual([]);
    return found;
  } finally {
    await close(reader);
  }
}

/** Opens views one after the other in one tab, which has the scripts of the page then, and wants no fault of any. */
export async function lookedAtEach(
  browser: Browser,
  urls: readonly string[],
  what: (page: Page, url: string) => Promise<void>,
  options = {},
): Promise<void> {
  const [first = '', ...others] = urls;
  await lookedAt(
    browser,
    first,
    async (page) => {
      await what(page, first);
      for (const url of others) {
        await page.goto(url);
        await settled(page);
        await what(page, url);
      }
    },
    options,
  );
}
