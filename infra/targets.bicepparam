// What targets.bicep needs from main.bicep's outputs, which azd keeps as variables, and the list of resource groups.
using 'targets.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'dev')

// [{"resourceGroup":"<name>","holds":["loadBalancers","network","machines"]}]
param targets = json(readEnvironmentVariable('POOLKEEPER_TARGETS', '[]'))
param roles = readEnvironmentVariable('POOLKEEPER_ROLES', 'custom')
param principalId = readEnvironmentVariable('POOLKEEPER_PRINCIPAL_ID', '00000000-0000-0000-0000-000000000000')
param events = readEnvironmentVariable('POOLKEEPER_EVENTS', 'queue')
param functionsPublished = bool(readEnvironmentVariable('POOLKEEPER_FUNCTIONS_PUBLISHED', 'false'))
param functionAppId = readEnvironmentVariable('POOLKEEPER_APP_ID', '')
param stateAccountId = readEnvironmentVariable('POOLKEEPER_STATE_ACCOUNT_ID', '')
param eventsIdentityId = readEnvironmentVariable('POOLKEEPER_EVENTS_IDENTITY_ID', '')
param actionGroupId = readEnvironmentVariable('POOLKEEPER_ACTION_GROUP', '')
param runbookUrl = readEnvironmentVariable('POOLKEEPER_RUNBOOK', 'docs/runbook.md')
