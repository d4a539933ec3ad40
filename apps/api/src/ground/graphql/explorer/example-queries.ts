/** What the explorer shows first: a tab for each. The clusters of `npm run demo` have answers to all. */
export const EXAMPLE_QUERIES: readonly { readonly query: string; readonly variables?: string }[] = [
  {
    query: `# Every cluster, how large it is, and how full.
query Clusters {
  clusters {
    edges {
      node {
        name
        counts { nodes pods pendingPods }
        utilization { resource ratio }
      }
    }
  }
}`,
  },
  {
    query: `# Why pods wait, and which change would release the most of them.
query Pending($cluster: String!) {
  cluster(name: $cluster) {
    pending(groupBy: [reason]) {
      groups { reason pods obstacles { only sole any } }
    }
    pendingExplanation { sentence changes { sentence released } }
  }
}`,
    variables: '{ "cluster": "demo" }',
  },
  {
    query: `# The latest decisions, with the nodes that were left and the total that won.
query Decisions($cluster: String!) {
  cluster(name: $cluster) {
    decisions(first: 10) {
      edges { node { outcome pod { namespace name } node message } }
    }
  }
}`,
    variables: '{ "cluster": "demo" }',
  },
  {
    query: `# Every write to the cluster, as it happens.
subscription Changes($clusterId: ID!) {
  changes(clusterId: $clusterId) {
    change { position at op kind namespace name }
  }
}`,
    variables: '{ "clusterId": "demo" }',
  },
];
