import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** How long something may take to come, here and on slower machines. */
const DEADLINE_MS = 120_000;

/**
 * A tab that is measured from within: what is evaluated goes in by the debugger, which no content policy is about, and
 * times are those of the page's own clock.
 */
export class MeasuredTab {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** An empty tab with nothing in its caches. */
  static async open(browser: Browser): Promise<MeasuredTab> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(`window.slow = []; new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) slow.push({ interactionId, duration });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });`);
    return new MeasuredTab(context, page, await context.newCDPSession(page));
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** The value of an expression, awaited. @throws what it throws */
  async value<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      ...{ expression, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? 'failed'}`);
    return result.value as T;
  }

  /** Milliseconds from the start of the navigation until the frame in which a condition holds is drawn. */
  async goto(url: string, until: string): Promise<number> {
    await this.page.goto(url, { waitUntil: 'commit' });
    return this.value<number>(`(${AFTER})(() => ${until}, 0)`);
  }

  /** Milliseconds from a click on an element until the frame in which a condition holds is drawn. */
  click(selector: string, until: string): Promise<number> {
    return this.doing(`document.querySelector(${JSON.stringify(selector)}).click()`, until);
  }

  /** The same of anything that is done. */
  doing(what: string, until: string): Promise<number> {
    return this.value<number>(`{ const begun = performance.now(); ${what}; (${AFTER})(() => ${until}, begun); }`);
  }

  /** When anything was drawn first, in milliseconds of the navigation. */
  firstPaint(): Promise<number> {
    return this.value(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`);
  }

  /** Bytes of the page's own files so far, as they went over the network. */
  ownBytes(): Promise<number> {
    return this.value(`performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
      .filter(({ name }) => new URL(name).pathname.startsWith('/ui'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  }

  elements(): Promise<number> {
    return this.value(`document.querySelectorAll('*').length`);
  }

  /** Bytes of the heap that are in use after a collection. */
  async heap(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    return usedSize;
  }

  /**
   * Milliseconds from an input until the frame that shows what came of it, by the clock of the browser, of each
   * interaction so far; those of less than 16 ms are not distinguished.
   */
  async interactions(count: number): Promise<number[]> {
    const reported = await this.value<{ interactionId: number; duration: number }[]>(
      `new Promise((resolve) => setTimeout(() => resolve(slow.splice(0)), 500))`,
    );
    const longest = new Map<number, number>();
    for (const { interactionId, duration } of reported)
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    return Object.assign(
      Array.from({ length: Math.max(count, longest.size) }, () => 16),
      [...longest.values()],
    );
  }
}

/** Looks at a condition in every frame, and answers when it was first drawn so, since `begun`. */
const AFTER = `(holds, begun) => new Promise((resolve, reject) => {
  const look = () => {
    let is = false;
    try { is = holds(); } catch {}
    if (is) requestAnimationFrame(() => resolve(performance.now() - begun));
    else if (performance.now() - begun > ${DEADLINE_MS}) reject(new Error('it did not come'));
    else requestAnimationFrame(look);
  };
  look();
})`;
