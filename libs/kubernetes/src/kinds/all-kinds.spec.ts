import { typeOfField, typeOfKind, type KubernetesType } from '#kubernetes-schema';
import { creating } from '../testing/admission.js';
import { admit } from '../index.js';
import { KINDS } from './all-kinds.js';
import type { KindDefinition } from './kind-definition.js';

/** The only list: upstream knows the field, and reads nothing of it. */
const UNREAD = 'status.podIPs';

describe.each(KINDS.map((kind): [string, KindDefinition] => [kind.description.kind, kind]))('%s', (name, kind) => {
  const { apiVersion } = kind.description;

  test('is refused or admitted, but never throws, whatever is missing', () => {
    for (const rest of [{}, { metadata: { name: 'a' } }, { spec: {}, status: {} }, { spec: null, metadata: null }])
      expect(() => admit({ apiVersion, kind: name, ...rest }, creating)).not.toThrow();
  });

  test('can be selected only by fields that it has', () => {
    for (const field of [...kind.selectableFields.keys(), ...kind.fieldAliases.values()])
      expect([field, typeAt(typeOfKind(kind.description), field.split('.'))]).toEqual([
        field,
        field === UNREAD ? 'list' : expect.stringMatching(/^(text|flag|int32)$/),
      ]);
  });
});

function typeAt(type: KubernetesType | undefined, [step, ...rest]: readonly string[]): string | undefined {
  const field = type?.fields.get(step ?? '');
  return field !== undefined && rest.length > 0 ? typeAt(typeOfField(field), rest) : field?.type;
}
