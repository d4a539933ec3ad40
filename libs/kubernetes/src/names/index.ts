export { cidrProblems, ipProblems, isIpv6 } from './addresses.js';
export { writtenAddress, writtenRange } from './canonical-addresses.js';
export {
  configKeyProblems,
  domainPrefixedPathProblems,
  environmentNameProblems,
  headerNameProblems,
  identifierProblems,
  pathSegmentProblems,
  searchDomainProblems,
  sysctlProblems,
} from './key-formats.js';
export {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  portNameProblems,
  prefixCheck,
  qualifiedNameProblems,
  type NameCheck,
} from './name-formats.js';
