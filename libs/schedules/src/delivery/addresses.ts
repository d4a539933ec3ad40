import { BlockList, isIP } from 'node:net';

/** Addresses that are not reached over the internet (RFC 6890): of the machine, of private networks, of documents. */
const PRIVATE_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Global unicast, without what leads to IPv4, to documents and to protocols. */
const PUBLIC_6 = ['2000::/3'];
const PRIVATE_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const private4 = blockList(PRIVATE_4, 'ipv4');
const public6 = blockList(PUBLIC_6, 'ipv6');
const private6 = blockList(PRIVATE_6, 'ipv6');

function blockList(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits = ''] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address is one of the internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !private4.check(address, 'ipv4');
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !private6.check(address, 'ipv6');
}
