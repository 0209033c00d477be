# After publishing: wait until the host has found the functions, subscribe the function to events where that is wished,
# then test.
. "$PSScriptRoot/common.ps1"

Need POOLKEEPER_APP 'run azd provision first'

Wait-Until 600 "the functions of $env:POOLKEEPER_APP" {
    $names = @(Invoke-Az functionapp function list --subscription $env:AZURE_SUBSCRIPTION_ID `
            --resource-group $env:AZURE_RESOURCE_GROUP --name $env:POOLKEEPER_APP --query '[].name' --output tsv |
        ForEach-Object { ($_ -split '/')[-1] })
    $missing = @('IngestEvent', 'IngestQueuedEvent', 'ReconcileLoadBalancer', 'ReportPoison', 'Status', 'Sweep' |
        Where-Object { $names -notcontains $_ })
    foreach ($function in $missing) { Write-Host "function $function is not there yet" }
    $missing.Count -eq 0
}

$events = Get-Variable-Or 'POOLKEEPER_EVENTS' 'queue'
$published = Get-Variable-Or 'POOLKEEPER_FUNCTIONS_PUBLISHED' 'false'
if ($events -eq 'function' -and $published -ne 'true') {
    Write-Host 'subscribing the function to events, now that it is there'
    & azd env set POOLKEEPER_FUNCTIONS_PUBLISHED true
    $env:POOLKEEPER_FUNCTIONS_PUBLISHED = 'true'
    Invoke-Az deployment sub create --subscription $env:AZURE_SUBSCRIPTION_ID --location $env:AZURE_LOCATION `
        --name "poolkeeper-events-$env:AZURE_ENV_NAME" --parameters infra/main.bicepparam --output none
    Deploy-Targets
}

& "$PSScriptRoot/smoke-test.ps1"
