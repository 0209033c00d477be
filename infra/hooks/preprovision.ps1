# Before provisioning: the Azure CLI is there and logged in, and all providers are registered.
. "$PSScriptRoot/common.ps1"

Need AZURE_ENV_NAME 'run this through azd'
Need AZURE_LOCATION 'azd env set AZURE_LOCATION REGION'
Need AZURE_SUBSCRIPTION_ID 'azd env set AZURE_SUBSCRIPTION_ID ID'
if (-not (Get-Command az -ErrorAction SilentlyContinue)) {
    throw 'expected the Azure CLI (az), found none; the hooks use it beside azd'
}
Invoke-Az account show --subscription $env:AZURE_SUBSCRIPTION_ID --output none

$providers = 'Microsoft.App', 'Microsoft.Web', 'Microsoft.Storage', 'Microsoft.EventGrid', 'Microsoft.Insights',
    'Microsoft.OperationalInsights', 'Microsoft.ManagedIdentity', 'Microsoft.Network'

function Test-Registered($subscription, $provider) {
    $state = Invoke-Az provider show --subscription $subscription --namespace $provider --query registrationState --output tsv
    return $state -eq 'Registered'
}

function Register($subscription, $provider) {
    if (-not (Test-Registered $subscription $provider)) {
        Invoke-Az provider register --subscription $subscription --namespace $provider --output none
    }
}

foreach ($provider in $providers) { Register $env:AZURE_SUBSCRIPTION_ID $provider }
# System topics live where their sources are, and the alerts that watch them.
foreach ($subscription in Get-Subscriptions) {
    foreach ($provider in 'Microsoft.EventGrid', 'Microsoft.Insights') {
        Register $subscription $provider
        Wait-Until 600 "registration of $provider in $subscription" { Test-Registered $subscription $provider }
    }
}
foreach ($provider in $providers) {
    Wait-Until 600 "registration of $provider" { Test-Registered $env:AZURE_SUBSCRIPTION_ID $provider }
}
