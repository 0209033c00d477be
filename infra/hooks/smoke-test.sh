#!/bin/sh
# Does it work? A message goes through a queue; then, if there is a mapping, one load balancer is reconciled as the
# app's mode allows (in observe: read, planned, judged, nothing written).
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need POOLKEEPER_STATE_ACCOUNT "run azd provision first"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

peek() { # message id
  az storage message peek --account-name "$POOLKEEPER_STATE_ACCOUNT" --queue-name resource-events --num-messages 32 \
    --auth-mode login --query "[?id=='$1'].id" --output tsv
}
taken() {
  [ -z "$(peek "$1")" ] && sleep "${POOLKEEPER_POLL_SECONDS:-15}" && [ -z "$(peek "$1")" ]
}

say "1. queue: an event that concerns nobody"
event='{"id":"smoke","eventType":"Poolkeeper.SmokeTest","subject":"smoke","eventTime":"2026-01-01T00:00:00Z","data":{},"dataVersion":"1"}'
message=$(az storage message put --account-name "$POOLKEEPER_STATE_ACCOUNT" --queue-name resource-events \
  --content "$event" --auth-mode login --query id --output tsv)
retry 300 "IngestQueuedEvent to take the message" taken "$message"
say "   taken"

next_steps() {
  say ""
  say "Mode: ${POOLKEEPER_MODE:-observe}. In observe nothing is written: reports say what would be."
  say "Next: name load balancers (azd env set POOLKEEPER_SCOPE '{\"CLUSTER\":{\"loadBalancers\":[\"ID\"]}}'), their resource"
  say "groups (POOLKEEPER_TARGETS) and publishers (POOLKEEPER_PUBLISHERS), then azd provision. Upload a mapping:"
  say "  az storage blob upload --account-name $POOLKEEPER_DATA_ACCOUNT --container-name mappings --auth-mode login \\"
  say "    --name CLUSTER/mapping.json --file mapping.json --overwrite"
  say "and run infra/hooks/smoke-test.sh again. Lines: Application Insights of $AZURE_RESOURCE_GROUP, table traces."
  say "More: docs/deploy.md; what a word means and what to do: docs/runbook.md"
}

say "2. mapping"
blob=$(az storage blob list --account-name "$POOLKEEPER_DATA_ACCOUNT" --container-name mappings --auth-mode login \
  --query "[?ends_with(name, '/mapping.json')].name | [0]" --output tsv)
if [ -z "$blob" ] || [ "$blob" = None ]; then
  say "   none yet, so no load balancer was tried"
  next_steps
  exit 0
fi
az storage blob download --account-name "$POOLKEEPER_DATA_ACCOUNT" --container-name mappings --auth-mode login \
  --name "$blob" --file "$work/mapping.json" --output none
cluster=${blob%/mapping.json}
id=$(grep -oiE '/subscriptions/[^"]+/providers/Microsoft\.Network/loadBalancers/[^"/]+' "$work/mapping.json" | head -n 1 |
  tr '[:upper:]' '[:lower:]')
[ -n "$id" ] || fail "expected the id of a load balancer in mappings/$blob, found none"
say "   $blob names $id"

say "3. load balancer"
az resource show --ids "$id" --query name --output tsv ||
  say "   you cannot read it yourself; whether the app can is seen next"

say "4. one run"
hash=$(printf '%s' "$id" | { sha256sum 2>/dev/null || shasum -a 256; } | cut -d' ' -f1)
ledger() {
  az storage blob download --account-name "$POOLKEEPER_STATE_ACCOUNT" --container-name ledgers --auth-mode login \
    --name "$hash.json" --file "$work/ledger.json" --overwrite --output none
}
field() { grep -oE "\"$1\" *: *\"[^\"]*\"" "$work/ledger.json" | head -n 1 | cut -d'"' -f4; }
finished() { ledger && [ "$(field finishedAt)" != "$before" ]; }

before=
if ledger 2>/dev/null; then before=$(field finishedAt); fi
az storage message put --account-name "$POOLKEEPER_STATE_ACCOUNT" --queue-name pool-reconcile --auth-mode login \
  --content "{\"v\":1,\"cluster\":\"$cluster\",\"loadBalancer\":\"$id\",\"cause\":\"OPERATOR\"}" --output none
retry 300 "the run of $id in its ledger (if none comes, look at the lines: a refused mapping may leave none)" finished
outcome=$(field outcome)
say "   outcome: $outcome"
case $outcome in
  OBSERVED | UNCHANGED | UPDATED | PARTIAL | PAUSED) ;;
  *) fail "expected a run that could read and plan, found $outcome; docs/runbook.md has a section on it" ;;
esac
next_steps
