import { ipProblems } from './addresses.js';
import { addressBytes, writtenAddress } from './canonical-addresses.js';
import type { NameCheck } from './name-formats.js';

/** An address as it is best written. // as apimachinery v1.34 IsValidIP */
export const strictIpProblems: NameCheck = (text) => {
  const written = writtenAddress(text);
  if (written === undefined) return ipProblems(text);
  const { canonical, isNonStandard } = written;
  if (!isNonStandard) return canonical === text ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
  return [text.includes(':') ? 'must not be an IPv4-mapped IPv6 address' : 'must not have leading 0s'];
};

type Bytes = readonly number[];

const isZero = (bytes: Bytes): boolean => bytes.every((byte) => byte === 0);
const isOne = (bytes: Bytes): boolean => isZero(bytes.slice(0, -1)) && bytes.at(-1) === 1;

/** Addresses that mean something special: of IPv4, of IPv6, and what is said of one. */
const SPECIAL: readonly (readonly [v4: (bytes: Bytes) => boolean, v6: (bytes: Bytes) => boolean, problem: string])[] = [
  [([first]) => first === 127, isOne, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [
    ([first, second]) => first === 169 && second === 254,
    ([first, second = 0]) => first === 0xfe && (second & 0xc0) === 0x80,
    'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  ],
  [
    ([first, second, third]) => first === 224 && second === 0 && third === 0,
    ([first, second = 0]) => first === 0xff && (second & 0x0f) === 2,
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ],
];

/** An address of another host: none that means something special. // as API server v1.34 ValidateEndpointIP */
export const endpointAddressProblems: NameCheck = (text) => {
  if (ipProblems(text).length > 0) return ['must be a valid IP address'];
  const bytes = addressBytes(text);
  if (isZero(bytes)) return [`may not be unspecified (${text})`];
  const found = SPECIAL.find(([ofV4, ofV6]) => (bytes.length === 4 ? ofV4 : ofV6)(bytes));
  return found === undefined ? [] : [found[2]];
};
