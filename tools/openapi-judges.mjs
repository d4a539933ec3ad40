// openapi.json as two linters see it that know nothing of us, with the rules that they recommend and none left out.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const FILE = 'openapi.json';

/** Everything that Spectral's `spectral:oas` says, hints too; an empty text means nothing. */
export async function spectralFindings(source = readFileSync(FILE, 'utf8')) {
  const judge = new spectral.Spectral();
  judge.setRuleset({ extends: [rulesets.oas] });
  const found = await judge.run(JSON.parse(source));
  return found.map(({ code, path, message }) => `${code} at ${path.join(' > ')}: ${message}`).join('\n');
}

/** Everything that Redocly's `recommended` says, warnings too; an empty text means nothing. */
export async function redoclyFindings(source = readFileSync(FILE, 'utf8')) {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: FILE, config });
  return found
    .map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer ?? FILE}: ${message}`)
    .join('\n');
}
