const PREFIX = 'observed:';

/** The topic of notifications that a mirror has seen decisions in a cluster. */
export function observationTopic(clusterId: string): string {
  return `${PREFIX}${clusterId}`;
}

/** The cluster of such a topic; undefined of any other. */
export function clusterOfObservationTopic(topic: string): string | undefined {
  return topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : undefined;
}
