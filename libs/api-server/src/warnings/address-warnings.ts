import { writtenAddress, writtenRange, type FieldPath } from '#apimachinery';

const FUTURE = 'will be considered invalid in a future Kubernetes release: use';
const CANONICAL = 'should be in RFC 5952 canonical format';

/** What is odd about how an address is written. // as apimachinery v1.34 GetWarningsForIP */
export function addressWarnings(text: string, at: FieldPath): string[] {
  const written = writtenAddress(text);
  if (written === undefined || written.canonical === text) return [];
  const [given, best] = [JSON.stringify(text), JSON.stringify(written.canonical)];
  return written.isNonStandard
    ? [`${at.toString()}: non-standard IP address ${given} ${FUTURE} ${best}`]
    : [`${at.toString()}: IPv6 address ${given} ${CANONICAL} (${best})`];
}

/** The same of a range of addresses. // as apimachinery v1.34 GetWarningsForCIDR */
export function rangeWarnings(text: string, at: FieldPath): string[] {
  const written = writtenRange(text);
  if (written === undefined || written.canonical === text) return [];
  const [given, best] = [JSON.stringify(text), JSON.stringify(written.canonical)];
  const [address = ''] = text.split('/');
  const hasBitsBehind = writtenAddress(address)?.canonical !== written.canonical.split('/')[0];
  const warnings = [
    ...(hasBitsBehind
      ? [`CIDR value ${given} is ambiguous in this context (should be ${best} or ${JSON.stringify(written.single)}?)`]
      : []),
    ...(written.isNonStandard ? [`non-standard CIDR value ${given} ${FUTURE} ${best}`] : []),
  ];
  if (warnings.length === 0) warnings.push(`IPv6 CIDR value ${given} ${CANONICAL} (${best})`);
  return warnings.map((warning) => `${at.toString()}: ${warning}`);
}
