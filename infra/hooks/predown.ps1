# Before azd down, which deletes Poolkeeper's own resource group: takes back what was put into the groups of others.
. "$PSScriptRoot/common.ps1"

Need AZURE_ENV_NAME 'run this through azd'
Need AZURE_SUBSCRIPTION_ID 'run this through azd'

function Remove-Id($id, $version) {
    Write-Host "deleting $id"
    & az rest --method delete --url "$($id)?api-version=$version" --output none
    if ($LASTEXITCODE -ne 0) { Write-Host "NOT deleted: $id" }
}

$own = Get-Variable-Or 'AZURE_RESOURCE_GROUP' 'none'
foreach ($subscription in Get-Subscriptions) {
    foreach ($type in @(@('Microsoft.Insights/metricAlerts', '2018-03-01'), @('Microsoft.EventGrid/systemTopics', '2025-02-15'))) {
        $ids = Invoke-Az resource list --subscription $subscription --resource-type $type[0] `
            --tag "poolkeeper-environment=$env:AZURE_ENV_NAME" --query '[].id' --output tsv
        foreach ($id in @($ids | Where-Object { $_ })) { Remove-Id $id $type[1] }
    }

    $assignments = @(Invoke-Az role assignment list --subscription $subscription --all --output json |
        Out-String | ConvertFrom-Json | ForEach-Object { $_ })
    if ($env:POOLKEEPER_PRINCIPAL_ID) {
        $assignments |
            Where-Object { $_.principalId -eq $env:POOLKEEPER_PRINCIPAL_ID -and $_.scope -notlike "*/resourceGroups/$own/*" } |
            ForEach-Object { Remove-Id $_.id 2022-04-01 }
    }
    # Roles that can be assigned in one resource group only are not in the list of their subscription without the filter.
    $roles = @((Invoke-Az rest --method get --url "/subscriptions/$subscription/providers/Microsoft.Authorization/roleDefinitions" `
                --uri-parameters api-version=2022-04-01 '$filter=atScopeAndBelow()' --output json |
            Out-String | ConvertFrom-Json).value |
        Where-Object {
            $_.properties.roleName -like "Poolkeeper $env:AZURE_ENV_NAME *" -or
            $_.properties.roleName -like "Poolkeeper writer $env:AZURE_ENV_NAME *"
        })
    foreach ($role in $roles) {
        $assignments | Where-Object { $_.roleDefinitionId -like "*/$($role.name)" } |
            ForEach-Object { Remove-Id $_.id 2022-04-01 }
        Remove-Id $role.id 2022-04-01
    }
}

# Subscriptions on topics of other teams.
if (@(Get-Targets | Where-Object { $_.topic }).Count -gt 0) {
    $ids = Invoke-Az deployment sub show --subscription $env:AZURE_SUBSCRIPTION_ID `
        --name "poolkeeper-targets-$env:AZURE_ENV_NAME" `
        --query "properties.outputResources[?contains(id, '/eventSubscriptions/poolkeeper-')].id" --output tsv
    foreach ($id in @($ids | Where-Object { $_ })) { Remove-Id $id 2025-02-15 }
}
foreach ($name in "poolkeeper-targets-$env:AZURE_ENV_NAME", "poolkeeper-events-$env:AZURE_ENV_NAME") {
    & az deployment sub delete --subscription $env:AZURE_SUBSCRIPTION_ID --name $name --output none 2>$null
}

# The next deployment finds no function to send events to.
if ($env:POOLKEEPER_FUNCTIONS_PUBLISHED -eq 'true') { & azd env set POOLKEEPER_FUNCTIONS_PUBLISHED false }
$global:LASTEXITCODE = 0
