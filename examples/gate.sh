#!/bin/sh
# A gate of a pipeline: exit code 0 only if all of these manifests are judged, and good. Nothing is written.
#
#   examples/gate.sh CLUSTER FILE...        (berth on the PATH; BERTH_URL, BERTH_KEY)
#
# Exit code 1: a pod would find no node, a quota forbids it, or a manifest has a mistake; 3: a manifest is invalid, or the
# service refuses; 4: something cannot be judged, such as a kind that Berth does not read. GATE_FAIL_ON names the only
# conditions that count, as --fail-on does; the output names the others. Options of berth whatif may follow the files.
set -eu
cluster=$1
shift
exec berth whatif --cluster "$cluster" --fail-on "${GATE_FAIL_ON:-all}" --file "$@"
