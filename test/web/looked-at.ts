import type { Browser, Page } from 'playwright-core';
import { close, open } from './browser.js';

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
