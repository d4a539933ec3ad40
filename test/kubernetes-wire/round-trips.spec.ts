import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeObject, encodeObject, type NamedKind } from '#kubernetes-schema';

interface RoundTrip {
  readonly name: string;
  readonly json: Record<string, unknown>;
  readonly protobuf: string;
}

/** An object of each kind with every field set, and its bytes, as kube-apiserver v1.34.9 wrote them. */
const GIVEN = 'test/kubernetes-wire/round-trips.jsonl.gz';
const given = gunzipSync(readFileSync(GIVEN))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RoundTrip);

/** `apps.v1.Deployment`; of the core group and of what every group has, `core.v1.Pod`. */
function kindOf(name: string): NamedKind {
  const [, group = '', version = '', kind = ''] = /^(.*)\.(v\d+)\.(\w+)$/.exec(name) ?? [];
  return { apiVersion: group === 'core' ? version : `${group}/${version}`, kind };
}

describe('an object with every field set', () => {
  test.each(given.map((one) => [one.name, one] as const))(
    '%s is the same in both forms',
    (name, { json, protobuf }) => {
      const bytes = Buffer.from(protobuf, 'base64');
      expect(decodeObject(bytes, kindOf(name))).toEqual({ object: json });
      expect(Buffer.from(encodeObject(json, kindOf(name)) ?? []).toString('base64')).toBe(protobuf);
    },
  );
});
