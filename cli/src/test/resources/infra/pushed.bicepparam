using '../../../../../infra/main.bicep'

param environmentName = 'push'
param location = 'westeurope'
param events = 'function'
param functionsPublished = true
param storageSuffix = 'core.windows.net'
