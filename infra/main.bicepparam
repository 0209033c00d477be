// Parameters of one environment, read from variables that `azd env set NAME VALUE` keeps per environment. Without azd:
// export them, or write a file of your own beside this one. Anything that is left out takes the default of main.bicep.
using 'main.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'dev')
param location = readEnvironmentVariable('AZURE_LOCATION', 'westeurope')
param plan = readEnvironmentVariable('POOLKEEPER_PLAN', 'flex')
param javaVersion = readEnvironmentVariable('POOLKEEPER_JAVA', '21')
param mode = readEnvironmentVariable('POOLKEEPER_MODE', 'observe')

// {"<cluster>":{"loadBalancers":["<id of a load balancer or resource group>"],"subnets":["<id>"]}}
param scope = json(readEnvironmentVariable('POOLKEEPER_SCOPE', '{}'))

// [{"cluster":"<name>","principalId":"<object id>","principalType":"ServicePrincipal"}]
param publishers = json(readEnvironmentVariable('POOLKEEPER_PUBLISHERS', '[]'))
param operators = json(readEnvironmentVariable('POOLKEEPER_OPERATORS', '[]'))

param events = readEnvironmentVariable('POOLKEEPER_EVENTS', 'queue')
param functionsPublished = bool(readEnvironmentVariable('POOLKEEPER_FUNCTIONS_PUBLISHED', 'false'))

// azd gives the first; a pipeline says ServicePrincipal.
param deployerPrincipalId = readEnvironmentVariable('AZURE_PRINCIPAL_ID', '')
param deployerPrincipalType = readEnvironmentVariable('AZURE_PRINCIPAL_TYPE', 'User')

// Id of the action group that alerts go to, and where those on call read the runbook.
param actionGroupId = readEnvironmentVariable('POOLKEEPER_ACTION_GROUP', '')
param runbookUrl = readEnvironmentVariable('POOLKEEPER_RUNBOOK', 'docs/runbook.md')
