#!/bin/sh
# After provisioning: wait until role assignments are in force, then rights and events in the resource groups of others.
# The roles of who deploys were made in the same deployment as those of app and events, so they tell when those work;
# Event Grid refuses a subscription whose identity cannot write to its destination yet.
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need POOLKEEPER_PRINCIPAL_ID "run azd provision first"

retry 900 "role assignments on $POOLKEEPER_STATE_ACCOUNT" az storage message peek \
  --account-name "$POOLKEEPER_STATE_ACCOUNT" --queue-name resource-events --auth-mode login --output none
retry 900 "role assignments on $POOLKEEPER_DATA_ACCOUNT" az storage blob list \
  --account-name "$POOLKEEPER_DATA_ACCOUNT" --container-name mappings --auth-mode login --output none
deploy_targets

if [ "$POOLKEEPER_PLAN" = premium ]; then
  say "On Elastic Premium publish with infra/hooks/publish-premium.sh; azd deploy does not serve there."
fi
