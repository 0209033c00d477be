using '../../../../../../infra/main.bicep'

param environmentName = 'dev'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
param publishers = [
  { cluster: 'a\' OR \'b', principalId: '10000000-0000-0000-0000-000000000001', principalType: 'User' }
]
