using '../../../../../../infra/targets.bicep'

param environmentName = 'my.env'
param principalId = '20000000-0000-0000-0000-000000000001'
param targets = [
  { resourceGroup: 'rg-a', holds: ['network'] }
]
param functionAppId = ''
param stateAccountId = ''
param eventsIdentityId = ''
