# After provisioning: wait until role assignments are in force, then rights and events in the resource groups of others.
# The roles of who deploys were made in the same deployment as those of app and events, so they tell when those work;
# Event Grid refuses a subscription whose identity cannot write to its destination yet.
. "$PSScriptRoot/common.ps1"

Need POOLKEEPER_PRINCIPAL_ID 'run azd provision first'

Wait-Until 900 "role assignments on $env:POOLKEEPER_STATE_ACCOUNT" {
    Invoke-Az storage message peek --account-name $env:POOLKEEPER_STATE_ACCOUNT --queue-name resource-events `
        --auth-mode login --output none
    $true
}
Wait-Until 900 "role assignments on $env:POOLKEEPER_DATA_ACCOUNT" {
    Invoke-Az storage blob list --account-name $env:POOLKEEPER_DATA_ACCOUNT --container-name mappings `
        --auth-mode login --output none
    $true
}
Deploy-Targets

if ($env:POOLKEEPER_PLAN -eq 'premium') {
    Write-Host 'On Elastic Premium publish with infra/hooks/publish-premium.ps1; azd deploy does not serve there.'
}
