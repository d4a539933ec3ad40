import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/**
 * The rules of axe that are about colours. A page has one tree and one layout in all colour schemes (its styles and
 * scripts choose colours by them, and nothing else), so the other rules find the same in each.
 */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page, a line for each element; empty when nothing. By some rules, or by all. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // By the debugger, which no content policy is about.
  const session = await page.context().newCDPSession(page);
  const { result: known } = await session.send('Runtime.evaluate', { expression: 'typeof axe' });
  // A document has it until another one is opened.
  if (known.value === 'undefined') await session.send('Runtime.evaluate', { expression: AXE });
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(options)})`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const { violations } = result.value as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** What axe finds on a page in light colours, and what it finds of the colours alone in dark ones, which stay. */
export async function axeFindingsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, OF_COLOURS);
  return [...light, ...dark.map((finding) => `in dark colours ${finding}`)];
}
