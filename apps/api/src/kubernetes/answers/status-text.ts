import { answerForm } from './accept.js';
import { yamlText } from './yaml-text.js';

/** A Status as its request takes it, and as JSON where that takes nothing that is served. */
export function statusText(accept: string | undefined, status: object): readonly [type: string, text: string] {
  return answerForm(accept)?.media === 'yaml'
    ? ['application/yaml', yamlText(status)]
    : ['application/json', JSON.stringify(status)];
}
