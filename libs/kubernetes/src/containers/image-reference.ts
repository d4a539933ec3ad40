const COMPONENT = String.raw`[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*`;
const PATH = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = new RegExp(String.raw`^(?:${DOMAIN_PART}(?:\.${DOMAIN_PART})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$`);
const IMAGE = /^(?<name>[^@]*?)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>[^@]*))?$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const ALL_DIGEST = /^[0-9a-f]{64}$/;

/**
 * Whether an image may have changed since it was pulled: it is named `latest`, or by no tag and no digest at all. What
 * is no reference has no tag that could be the latest. // as API server v1.34 parsers.ParseImageName
 */
export function pullsAlways(image: string): boolean {
  const { name = '', tag, digest } = IMAGE.exec(image)?.groups ?? {};
  if (!isName(name) || (digest !== undefined && !DIGEST.test(digest))) return false;
  return tag === undefined ? digest === undefined : tag === 'latest';
}

/** The first part is a domain where it looks like one. // as distribution/reference ParseNormalizedNamed */
function isName(name: string): boolean {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  const isDomain = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  if (slash < 0 || !isDomain) return PATH.test(name) && !ALL_DIGEST.test(name);
  return DOMAIN.test(first) && PATH.test(name.slice(slash + 1));
}
