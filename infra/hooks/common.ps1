# Read by the hooks: . "$PSScriptRoot/common.ps1"
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $false
Set-Location (Join-Path $PSScriptRoot '../..')

function Get-Variable-Or($name, $default) {
    $value = [Environment]::GetEnvironmentVariable($name)
    if ([string]::IsNullOrEmpty($value)) { return $default }
    return $value
}

# A variable that must be set.
function Need($name, $advice) {
    if ([string]::IsNullOrEmpty([Environment]::GetEnvironmentVariable($name))) {
        throw "expected the variable $name, found none; $advice"
    }
}

# Runs the Azure CLI; a failing command ends the hook.
function Invoke-Az {
    $answer = & az @args
    if ($LASTEXITCODE -ne 0) { throw "az $($args -join ' ') has failed" }
    return $answer
}

# Repeats a block until it gives true without an error.
function Wait-Until([int] $seconds, [string] $what, [scriptblock] $block) {
    $poll = [int](Get-Variable-Or 'POOLKEEPER_POLL_SECONDS' 15)
    for ($left = $seconds; ; $left -= 15) {
        try { if (& $block) { return } } catch { $last = $_ }
        if ($left -le 0) { throw "${what}: still not possible; $last" }
        Write-Host "waiting for $what"
        Start-Sleep -Seconds $poll
    }
}

function Get-Targets {
    return @(ConvertFrom-Json (Get-Variable-Or 'POOLKEEPER_TARGETS' '[]') | ForEach-Object { $_ })
}

# Subscriptions of the targets, that of the deployment first.
function Get-Subscriptions {
    $all = @($env:AZURE_SUBSCRIPTION_ID) + @(Get-Targets | ForEach-Object { $_.subscriptionId } | Where-Object { $_ })
    return @($all | ForEach-Object { $_.ToLowerInvariant() } | Select-Object -Unique)
}

# Rights and events in the resource groups of others.
function Deploy-Targets {
    if ((Get-Targets).Count -eq 0) {
        Write-Host 'POOLKEEPER_TARGETS names no resource group: nothing can be read or written yet'
        return
    }
    # Three attempts: a role that is seconds old may not be known yet where it is assigned.
    Wait-Until 30 'the deployment of infra/targets.bicep' {
        Invoke-Az deployment sub create --subscription $env:AZURE_SUBSCRIPTION_ID --location $env:AZURE_LOCATION `
            --name "poolkeeper-targets-$env:AZURE_ENV_NAME" --parameters infra/targets.bicepparam --output none
        $true
    }
}
