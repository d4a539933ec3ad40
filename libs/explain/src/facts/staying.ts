import { portsConflict } from '#scheduler';
import type { FactFinder } from './fact.js';

/** Holders of a port that no eviction removes: they belong to the node. */
export const stayingFacts: FactFinder = ({ incoming, occupants }) =>
  occupants
    .filter(({ afterEviction }) => afterEviction === 'stays')
    .flatMap(({ namespace, name, load }) => {
      const port = incoming.hostPorts.find((asked) => load.hostPorts.some((held) => portsConflict(asked, held)));
      if (port === undefined) return [];
      const text =
        `${namespace}/${name}, which has host port ${port.port}/${port.protocol}, belongs to the node: if it is ` +
        'evicted, it is created there again';
      return [{ text, namespaces: namespace === incoming.namespace ? [] : [namespace] }];
    });
