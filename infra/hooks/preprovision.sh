#!/bin/sh
# Before provisioning: the Azure CLI is there and logged in, and all providers are registered.
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need AZURE_ENV_NAME "run this through azd"
need AZURE_LOCATION "azd env set AZURE_LOCATION REGION"
need AZURE_SUBSCRIPTION_ID "azd env set AZURE_SUBSCRIPTION_ID ID"
command -v az >/dev/null || fail "expected the Azure CLI (az), found none; the hooks use it beside azd"
az account show --subscription "$AZURE_SUBSCRIPTION_ID" --output none ||
  fail "expected a login that sees subscription $AZURE_SUBSCRIPTION_ID; run az login"

providers="Microsoft.App Microsoft.Web Microsoft.Storage Microsoft.EventGrid Microsoft.Insights
  Microsoft.OperationalInsights Microsoft.ManagedIdentity Microsoft.Network"

registered() {
  state=$(az provider show --subscription "$1" --namespace "$2" --query registrationState --output tsv)
  [ "$state" = Registered ]
}

for provider in $providers; do
  registered "$AZURE_SUBSCRIPTION_ID" "$provider" ||
    az provider register --subscription "$AZURE_SUBSCRIPTION_ID" --namespace "$provider" --output none
done
# System topics live where their sources are, and the alerts that watch them.
for subscription in $(subscriptions); do
  for provider in Microsoft.EventGrid Microsoft.Insights; do
    registered "$subscription" "$provider" ||
      az provider register --subscription "$subscription" --namespace "$provider" --output none
    retry 600 "registration of $provider in $subscription" registered "$subscription" "$provider"
  done
done
for provider in $providers; do
  retry 600 "registration of $provider" registered "$AZURE_SUBSCRIPTION_ID" "$provider"
done
