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
