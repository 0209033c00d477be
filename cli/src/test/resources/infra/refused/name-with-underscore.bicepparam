// azd takes this name, Event Grid does not.
using '../../../../../../infra/main.bicep'

param environmentName = 'my_env'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
