export { cidrProblems, ipProblems, isIpv6 } from './addresses.js';
export { isStrictSubset, writtenAddress, writtenRange } from './canonical-addresses.js';
export {
  configKeyProblems,
  environmentNameProblems,
  headerNameProblems,
  identifierProblems,
  pathSegmentProblems,
  searchDomainProblems,
  sysctlProblems,
} from './key-formats.js';
export { endpointAddressProblems, strictIpProblems } from './special-addresses.js';
export {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  portNameProblems,
  prefixCheck,
  qualifiedNameProblems,
  wildcardSubdomainProblems,
  type NameCheck,
} from './name-formats.js';
