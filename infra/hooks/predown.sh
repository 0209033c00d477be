#!/bin/sh
# Before azd down, which deletes Poolkeeper's own resource group: takes back what was put into the groups of others.
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need AZURE_ENV_NAME "run this through azd"
need AZURE_SUBSCRIPTION_ID "run this through azd"

remove() { # id, api version
  say "deleting $1"
  az rest --method delete --url "$1?api-version=$2" --output none || say "NOT deleted: $1"
}

tagged() { # subscription, resource type, api version
  az resource list --subscription "$1" --resource-type "$2" \
    --tag "poolkeeper-environment=$AZURE_ENV_NAME" --query '[].id' --output tsv |
    while read -r id; do remove "$id" "$3"; done
}

for subscription in $(subscriptions); do
  tagged "$subscription" Microsoft.Insights/metricAlerts 2018-03-01
  tagged "$subscription" Microsoft.EventGrid/systemTopics 2025-02-15
  if [ -n "${POOLKEEPER_PRINCIPAL_ID:-}" ]; then
    az role assignment list --subscription "$subscription" --all --output tsv \
      --query "[?principalId=='$POOLKEEPER_PRINCIPAL_ID' && !contains(scope, '/resourceGroups/${AZURE_RESOURCE_GROUP:-none}/')].id" |
      while read -r id; do remove "$id" 2022-04-01; done
  fi
  # Roles that can be assigned in one resource group only are not in the list of their subscription without the filter.
  az rest --method get --url "/subscriptions/$subscription/providers/Microsoft.Authorization/roleDefinitions" \
    --uri-parameters api-version=2022-04-01 '$filter=atScopeAndBelow()' --output tsv \
    --query "value[?starts_with(properties.roleName, 'Poolkeeper $AZURE_ENV_NAME ') || starts_with(properties.roleName, 'Poolkeeper writer $AZURE_ENV_NAME ')].[id, name]" |
    while read -r id name; do
      assigned=$(az role assignment list --subscription "$subscription" --all --query "[?ends_with(roleDefinitionId, '$name')].id" --output tsv)
      for one in $assigned; do remove "$one" 2022-04-01; done
      remove "$id" 2022-04-01
    done
done

# Subscriptions on topics of other teams.
printf '%s' "${POOLKEEPER_TARGETS:-}" | grep -q '"topic"' &&
  az deployment sub show --subscription "$AZURE_SUBSCRIPTION_ID" --name "poolkeeper-targets-$AZURE_ENV_NAME" \
    --query "properties.outputResources[?contains(id, '/eventSubscriptions/poolkeeper-')].id" --output tsv |
  while read -r id; do remove "$id" 2025-02-15; done
for name in "poolkeeper-targets-$AZURE_ENV_NAME" "poolkeeper-events-$AZURE_ENV_NAME"; do
  az deployment sub delete --subscription "$AZURE_SUBSCRIPTION_ID" --name "$name" --output none 2>/dev/null || true
done

# The next deployment finds no function to send events to.
if [ "${POOLKEEPER_FUNCTIONS_PUBLISHED:-false}" = true ]; then azd env set POOLKEEPER_FUNCTIONS_PUBLISHED false; fi
