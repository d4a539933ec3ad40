#!/bin/sh
# A gate of a pipeline: exit code 1 when a pod of these manifests would find no node, or when a manifest has a mistake, and
# says why. It is tried in a fork, which is deleted again: nothing of it reaches the cluster.
#
#   examples/gate.sh CLUSTER FILE...        (berth on the PATH; BERTH_URL, BERTH_KEY)
set -eu
cluster=$1
shift
fork="gate-$$-$(date +%s)"

berth fork --cluster "$cluster" "$fork" >&2
trap 'berth clusters delete --yes "$fork" >&2' EXIT
berth import --cluster "$fork" --on-unknown abort "$@" >&2

# The pods that are new or changed, whatever else is pending.
pods=$(berth diff --cluster "$cluster" --with "$fork" | sed -n 's/^[+~] Pod \([^ ]*\).*/\1/p')
if [ -z "$pods" ]; then
  echo "no pod is new or changed"
  exit 0
fi
# shellcheck disable=SC2086  # one word a pod
berth schedule --cluster "$fork" --pod $pods --fail-on unschedulable,nominated,error
