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

/** An address of another host: none that means something special. // as API server v1.34 ValidateEndpointIP */
export const endpointAddressProblems: NameCheck = (text) => {
  if (ipProblems(text).length > 0) return ['must be a valid IP address'];
  const [first = 0, second = 0, ...rest] = addressBytes(text);
  const isV4 = rest.length === 2;
  const restIsZero = rest.slice(0, -1).every((byte) => byte === 0);
  const last = rest.at(-1) ?? 0;
  if (first === 0 && second === 0 && restIsZero && last === 0) return [`may not be unspecified (${text})`];
  if (isV4 ? first === 127 : first === 0 && second === 0 && restIsZero && last === 1)
    return ['may not be in the loopback range (127.0.0.0/8, ::1/128)'];
  if (isV4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80)
    return ['may not be in the link-local range (169.254.0.0/16, fe80::/10)'];
  if (isV4 ? first === 224 && second === 0 && rest[0] === 0 : first === 0xff && (second & 0x0f) === 2)
    return ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'];
  return [];
};
