using '../../../../../infra/main.bicep'

param environmentName = 'dev'
param location = 'westeurope'
param plan = 'premium'
param javaVersion = '17'
param deployerPrincipalId = '10000000-0000-0000-0000-000000000003'
param storageSuffix = 'core.windows.net'
