import { parse } from 'csv-parse/sync';
import { isQuantityProblem, parseQuantity, type FieldProblem } from '#apimachinery';
import { billionths } from '../amounts/index.js';
import { invalid, ReportRefused } from '../report/index.js';

/** The price of an amount of a resource for an hour, exactly. */
export interface Price {
  /** In billionths of a unit of money. */
  readonly money: bigint;
  /** The amount, in billionths of the base unit of the resource. */
  readonly per: bigint;
}

const HEADER = 'resource,per,price';
const PRICE = /^(\d{1,12})(?:\.(\d{1,9}))?$/;

/** Reads a price list. @throws ReportRefused with every row that is no price */
export function readPrices(text: string): ReadonlyMap<string, Price> {
  const problems: FieldProblem[] = [];
  const prices = new Map<string, Price>();
  for (const [index, cells] of rowsOf(text).entries()) {
    if (index === 0) {
      if (cells.join(',') !== HEADER) problems.push(invalid('prices', cells.join(','), `must begin with ${HEADER}`));
      continue;
    }
    const [resource = '', per = '', price = ''] = cells;
    const [, whole, part = ''] = PRICE.exec(price) ?? [];
    const amount = parseQuantity(per);
    const line = cells.join(',');
    if (resource === '' || cells.length !== 3) problems.push(invalid('prices', line, `row ${index} must be ${HEADER}`));
    else if (isQuantityProblem(amount) || amount.unscaled <= 0n)
      problems.push(invalid('prices', line, `row ${index}: per must be a quantity above 0, such as 1 or 1Gi`));
    else if (whole === undefined)
      problems.push(invalid('prices', line, `row ${index}: price must be a number with at most 9 decimals`));
    else if (prices.has(resource)) problems.push(invalid('prices', line, `row ${index} names ${resource} again`));
    else prices.set(resource, { money: BigInt(whole + part.padEnd(9, '0')), per: billionths(amount) });
  }
  if (problems.length > 0) throw new ReportRefused({ kind: 'InvalidRequest', problems });
  return prices;
}

/** What is wrong with a price list. */
export function priceProblems(text: string): readonly FieldProblem[] {
  try {
    readPrices(text);
    return [];
  } catch (error) {
    if (error instanceof ReportRefused && error.refusal.kind === 'InvalidRequest') return error.refusal.problems;
    throw error;
  }
}

function rowsOf(text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new ReportRefused({ kind: 'InvalidRequest', problems: [invalid('prices', text, `is no CSV: ${message}`)] });
  }
}
