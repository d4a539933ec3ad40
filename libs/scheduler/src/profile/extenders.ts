import { forbidden } from '#kubernetes';
import type { FieldReader } from '../configuration/index.js';

/** Reads `extenders` of a configuration or a Policy: none may be there. */
export function refuseExtenders(reader: FieldReader): void {
  const extenders = reader.raw('extenders');
  if (extenders === undefined || (Array.isArray(extenders) && extenders.length === 0)) return;
  reader.report(forbidden(reader.at('extenders'), 'scheduler extenders are not supported yet'));
}
