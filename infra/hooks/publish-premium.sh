#!/bin/sh
# Publishes on Elastic Premium: the package goes into the deployment container, from which the app runs it.
# Run it with azd's variables: set -a; eval "$(azd env get-values)"; set +a; infra/hooks/publish-premium.sh
set -eu
cd "$(dirname "$0")/../.."
. infra/hooks/common.sh

need POOLKEEPER_APP_ID "run azd provision first"
mvn -B -ntp -pl functions -am package -DskipTests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd functions/target/azure-functions/poolkeeper && zip -qr "$work/poolkeeper.zip" . -x local.settings.json)
az storage blob upload --account-name "$POOLKEEPER_STATE_ACCOUNT" --container-name deployments --auth-mode login \
  --name poolkeeper.zip --file "$work/poolkeeper.zip" --overwrite --output none
az functionapp restart --subscription "$AZURE_SUBSCRIPTION_ID" --resource-group "$AZURE_RESOURCE_GROUP" --name "$POOLKEEPER_APP"
az rest --method post --url "$POOLKEEPER_APP_ID/syncfunctiontriggers?api-version=2025-03-01" --output none
exec infra/hooks/postdeploy.sh
