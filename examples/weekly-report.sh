#!/bin/sh
# The weekly report of a cluster, as CSV, by curl alone: the pods that are pending now, by what is in their way and by
# namespace, and how much of each pool of nodes is used. A pool is a label of nodes.
#
#   examples/weekly-report.sh CLUSTER [LABEL] [FOLDER]        (BERTH_URL, BERTH_KEY)
set -eu
cluster=$1
label=${2:-pool}
folder=${3:-.}
url=${BERTH_URL:-http://127.0.0.1:3000}/v1/clusters/$cluster

table() {
  curl -sS --fail-with-body -H "Authorization: Bearer ${BERTH_KEY:-}" -H 'accept: text/csv' "$url/$1" > "$folder/$2"
  echo "$folder/$2"
}
table 'pending?groupBy=obstacleSet,namespace' pending-pods.csv
table "utilization?groupBy=label:$label" utilization.csv
