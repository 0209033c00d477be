# Publishes on Elastic Premium: the package goes into the deployment container, from which the app runs it.
# Run it with azd's variables set (azd env get-values lists them).
. "$PSScriptRoot/common.ps1"

Need POOLKEEPER_APP_ID 'run azd provision first'
& mvn -B -ntp -pl functions -am package -DskipTests
if ($LASTEXITCODE -ne 0) { throw 'mvn package has failed' }
$zip = Join-Path ([IO.Path]::GetTempPath()) "poolkeeper-$PID.zip"
try {
    Remove-Item functions/target/azure-functions/poolkeeper/local.settings.json -ErrorAction SilentlyContinue
    Compress-Archive -Path functions/target/azure-functions/poolkeeper/* -DestinationPath $zip
    Invoke-Az storage blob upload --account-name $env:POOLKEEPER_STATE_ACCOUNT --container-name deployments `
        --auth-mode login --name poolkeeper.zip --file $zip --overwrite --output none
} finally { Remove-Item $zip -ErrorAction SilentlyContinue }
Invoke-Az functionapp restart --subscription $env:AZURE_SUBSCRIPTION_ID --resource-group $env:AZURE_RESOURCE_GROUP --name $env:POOLKEEPER_APP
Invoke-Az rest --method post --url "$($env:POOLKEEPER_APP_ID)/syncfunctiontriggers?api-version=2025-03-01" --output none
& "$PSScriptRoot/postdeploy.ps1"
