import type { Locator, Page } from 'playwright-core';

/** The button that opens a list: its name is what is chosen, and then its label. */
export function choiceOf(within: Page | Locator, label: string): Locator {
  return within.getByRole('button', { name: new RegExp(String.raw`(^|\s)${literally(label)}$`) });
}

/** Chooses one of a list, by the name that it is shown by. */
export async function choose(within: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  const field = choiceOf(within, label);
  await field.click();
  await field
    .page()
    .getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option })
    .click();
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
