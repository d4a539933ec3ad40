import type { Locator, Page } from 'playwright-core';

/** More than there are elements to go to in any view. */
const MOST_PRESSES = 250;
/** A choice takes letters as one word as long as less than a second passes between two of them. */
const LONGER_THAN_A_PAUSE_MS = 2000;
const MOST_TRIES = 5;

/** Goes on with Tab until an element has what the keyboard says. @throws Error when Tab does not lead there */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate(hasFocus)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Goes to a button or a link, and presses it. */
export async function pressOn(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Goes to a field, and types over what stands in it. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('Control+a');
  await keyboard.insertText(text);
}

/** Goes to a choice and types an option; types it again where a pause between two letters began another word. */
export async function typeOption(field: Locator, option: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await tabTo(field);
    await field.page().keyboard.type(option);
    try {
      return await field.filter({ hasText: option }).waitFor({ timeout: LONGER_THAN_A_PAUSE_MS });
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}

/** Goes to a view of the bar by its letter. */
export async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
}

/** The line of a list that Enter in its field would open: the field keeps the focus. */
export function marked(page: Page, name: string): Locator {
  return page.getByRole('option', { name, exact: true }).and(page.locator('[data-focused]'));
}

/** In the page: whether an element has what the keyboard says. */
function hasFocus(element: { readonly ownerDocument: { readonly activeElement: unknown } }): boolean {
  return element.ownerDocument.activeElement === element;
}
