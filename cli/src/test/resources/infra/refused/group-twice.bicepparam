using '../../../../../../infra/targets.bicep'

param environmentName = 'dev'
param principalId = '20000000-0000-0000-0000-000000000001'
param targets = [
  { resourceGroup: 'rg-a', holds: ['network'] }
  { resourceGroup: 'RG-A', holds: ['machines'] }
]
param functionAppId = ''
param stateAccountId = ''
param eventsIdentityId = ''
