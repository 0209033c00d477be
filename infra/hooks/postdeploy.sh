#!/bin/sh
# After publishing: wait until the host has found the functions, subscribe the function to events where that is wished,
# then test.
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need POOLKEEPER_APP "run azd provision first"

indexed() {
  names=$(az functionapp function list --subscription "$AZURE_SUBSCRIPTION_ID" --resource-group "$AZURE_RESOURCE_GROUP" \
    --name "$POOLKEEPER_APP" --query '[].name' --output tsv)
  for function in IngestEvent IngestQueuedEvent ReconcileLoadBalancer ReportPoison Status Sweep; do
    printf '%s\n' "$names" | grep -qE "(^|/)$function\$" || {
      say "function $function is not there yet"
      return 1
    }
  done
}
retry 600 "the functions of $POOLKEEPER_APP" indexed

if [ "${POOLKEEPER_EVENTS:-queue}" = function ] && [ "${POOLKEEPER_FUNCTIONS_PUBLISHED:-false}" != true ]; then
  say "subscribing the function to events, now that it is there"
  azd env set POOLKEEPER_FUNCTIONS_PUBLISHED true
  POOLKEEPER_FUNCTIONS_PUBLISHED=true
  export POOLKEEPER_FUNCTIONS_PUBLISHED
  az deployment sub create --subscription "$AZURE_SUBSCRIPTION_ID" --location "$AZURE_LOCATION" \
    --name "poolkeeper-events-$AZURE_ENV_NAME" --parameters infra/main.bicepparam --output none
  deploy_targets
fi

exec infra/hooks/smoke-test.sh
