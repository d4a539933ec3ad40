import { requireChoice, type JudgedField } from '#apimachinery';

const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** A port number from 1 to 65535. */
export function checkPortNumber(port: number, at: JudgedField): void {
  if (port < 1 || port > 65_535) at.invalid(port, 'must be between 1 and 65535, inclusive');
}

/** The protocol of a port of a container or a service. */
export function checkProtocol(protocol: string | undefined, at: JudgedField): void {
  requireChoice(protocol, PROTOCOLS, at);
}
