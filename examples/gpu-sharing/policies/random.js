import { devicesWith } from '../devices.js';

/** All nodes are alike: which one it is, a run draws with its tie-break `seeded`. The device is drawn here. */
export const random = {
  score: () => 0,
  device(node, { milli }, { seed }) {
    const devices = devicesWith(node, milli);
    return devices[draw(`${seed} ${node.name} ${node.free.join(' ')}`) % devices.length];
  },
};

/** A number that looks drawn and is the same for the same text: FNV-1a, and the last step of MurmurHash3. */
function draw(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
