using '../../../../../infra/targets.bicep'

param environmentName = 'push'
param principalId = '20000000-0000-0000-0000-000000000001'
param targets = [
  { resourceGroup: 'rg-shop', holds: ['loadBalancers', 'machines'] }
  {
    subscriptionId: '00000000-0000-0000-0000-00000000000c'
    resourceGroup: 'rg-bank'
    holds: ['loadBalancers', 'network', 'machines']
  }
  {
    resourceGroup: 'rg-net'
    holds: ['network']
    access: 'builtIn'
    topic: { name: 'evgt-of-the-network-team', resourceGroup: 'rg-events' }
  }
  { resourceGroup: 'rg-vm', holds: ['machines'], access: 'none', events: false }
]
param functionAppId = '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-poolkeeper-prod/providers/Microsoft.Web/sites/func-poolkeeper-x'
param stateAccountId = '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-poolkeeper-prod/providers/Microsoft.Storage/storageAccounts/stpkstatex'
param eventsIdentityId = '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-poolkeeper-prod/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-poolkeeper-events-x'
param events = 'function'
param functionsPublished = true
param roles = 'builtIn'
param alerts = 'off'
