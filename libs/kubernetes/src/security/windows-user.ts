import type { JudgedField } from '#apimachinery';

const LONGEST_DOMAIN = 256;
const LONGEST_USER = 104;
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

/** `DOMAIN\USER`, where the domain may be left out. // as API server v1.34 validateWindowsSecurityContextOptions */
export function checkUserName(name: string, at: JudgedField): void {
  for (const problem of problemsOf(name)) at.invalid(name, `runAsUserName${problem}`);
}

function problemsOf(name: string): string[] {
  if (name === '') return [' cannot be an empty string'];
  if (/\p{Cc}/u.test(name)) return [' cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return [' cannot contain more than one backslash'];
  const user = parts.at(-1) ?? '';
  return [...domainProblems(parts.length === 2 ? parts[0] : undefined), ...userProblems(user)];
}

function domainProblems(domain: string | undefined): string[] {
  if (domain === undefined) return [];
  const problems =
    domain.length >= LONGEST_DOMAIN ? [`'s Domain length must be under ${LONGEST_DOMAIN} characters`] : [];
  if (!NETBIOS.test(domain) && !DNS.test(domain))
    problems.push("'s Domain doesn't match the NetBios nor the DNS format");
  return problems;
}

function userProblems(user: string): string[] {
  const problems: string[] = [];
  if (user === '') problems.push("'s User cannot be empty");
  else if (user.length > LONGEST_USER)
    problems.push(`'s User length must not be longer than ${LONGEST_USER} characters`);
  if (/^[. ]+$/.test(user)) problems.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user))
    problems.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  return problems;
}
