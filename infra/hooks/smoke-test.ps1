# Does it work? A message goes through a queue; then, if there is a mapping, one load balancer is reconciled as the
# app's mode allows (in observe: read, planned, judged, nothing written).
. "$PSScriptRoot/common.ps1"

Need POOLKEEPER_STATE_ACCOUNT 'run azd provision first'
$state = $env:POOLKEEPER_STATE_ACCOUNT
$data = $env:POOLKEEPER_DATA_ACCOUNT
$poll = [int](Get-Variable-Or 'POOLKEEPER_POLL_SECONDS' 15)

# Given as a file, since quotes in arguments are lost on the way in some versions of PowerShell.
function Send-Message($queue, $json) {
    $file = New-TemporaryFile
    try {
        Set-Content -Path $file -Value $json -NoNewline
        return Invoke-Az storage message put --account-name $state --queue-name $queue --content "@$file" `
            --auth-mode login --query id --output tsv
    } finally { Remove-Item $file }
}

function Test-Gone($message) {
    $seen = Invoke-Az storage message peek --account-name $state --queue-name resource-events --num-messages 32 `
        --auth-mode login --query "[?id=='$message'].id" --output tsv
    return [string]::IsNullOrEmpty($seen)
}

function Show-NextSteps {
    Write-Host ''
    Write-Host "Mode: $(Get-Variable-Or 'POOLKEEPER_MODE' 'observe'). In observe nothing is written: reports say what would be."
    Write-Host 'Next: name load balancers (azd env set POOLKEEPER_SCOPE), their resource groups (POOLKEEPER_TARGETS) and'
    Write-Host 'publishers (POOLKEEPER_PUBLISHERS), then azd provision. Upload a mapping:'
    Write-Host "  az storage blob upload --account-name $data --container-name mappings --auth-mode login ``"
    Write-Host '    --name CLUSTER/mapping.json --file mapping.json --overwrite'
    Write-Host "and run infra/hooks/smoke-test.ps1 again. Lines: Application Insights of $env:AZURE_RESOURCE_GROUP, table traces."
    Write-Host 'More: docs/deploy.md; what a word means and what to do: docs/runbook.md'
}

Write-Host '1. queue: an event that concerns nobody'
$message = Send-Message resource-events '{"id":"smoke","eventType":"Poolkeeper.SmokeTest","subject":"smoke","eventTime":"2026-01-01T00:00:00Z","data":{},"dataVersion":"1"}'
Wait-Until 300 'IngestQueuedEvent to take the message' {
    if (Test-Gone $message) { Start-Sleep -Seconds $poll; Test-Gone $message }
}
Write-Host '   taken'

Write-Host '2. mapping'
$blob = Invoke-Az storage blob list --account-name $data --container-name mappings --auth-mode login `
    --query "[?ends_with(name, '/mapping.json')].name | [0]" --output tsv
if ([string]::IsNullOrEmpty($blob) -or $blob -eq 'None') {
    Write-Host '   none yet, so no load balancer was tried'
    Show-NextSteps
    return
}
$work = Join-Path ([IO.Path]::GetTempPath()) "poolkeeper-$PID"
New-Item -ItemType Directory -Path $work | Out-Null
try {
    Invoke-Az storage blob download --account-name $data --container-name mappings --auth-mode login `
        --name $blob --file "$work/mapping.json" --output none
    $mapping = Get-Content -Raw "$work/mapping.json" | ConvertFrom-Json
    $cluster = $blob -replace '/mapping\.json$', ''
    $first = @($mapping.loadBalancers.PSObject.Properties)[0]
    if (-not $first) { throw "expected a load balancer in mappings/$blob, found none" }
    $id = $first.Value.id.ToLowerInvariant()
    Write-Host "   $blob names $id"

    Write-Host '3. load balancer'
    & az resource show --ids $id --query name --output tsv
    if ($LASTEXITCODE -ne 0) { Write-Host '   you cannot read it yourself; whether the app can is seen next' }

    Write-Host '4. one run'
    $sha = [Security.Cryptography.SHA256]::Create()
    $bytes = $sha.ComputeHash([Text.Encoding]::UTF8.GetBytes($id))
    $hash = -join ($bytes | ForEach-Object { $_.ToString('x2') })
    function Get-Ledger {
        & az storage blob download --account-name $state --container-name ledgers --auth-mode login `
            --name "$hash.json" --file "$work/ledger.json" --overwrite --output none 2>$null
        if ($LASTEXITCODE -ne 0) { return $null }
        return Get-Content -Raw "$work/ledger.json" | ConvertFrom-Json
    }
    $before = (Get-Ledger).finishedAt
    $request = @{ v = 1; cluster = $cluster; loadBalancer = $id; cause = 'OPERATOR' } | ConvertTo-Json -Compress
    Send-Message pool-reconcile $request | Out-Null
    Wait-Until 300 "the run of $id in its ledger (if none comes, look at the lines: a refused mapping may leave none)" {
        $ledger = Get-Ledger
        $ledger -and $ledger.finishedAt -ne $before
    }
    $outcome = (Get-Ledger).outcome
    Write-Host "   outcome: $outcome"
    if ($outcome -notin 'OBSERVED', 'UNCHANGED', 'UPDATED', 'PARTIAL', 'PAUSED') {
        throw "expected a run that could read and plan, found $outcome; docs/runbook.md has a section on it"
    }
} finally { Remove-Item -Recurse -Force $work }
Show-NextSteps
