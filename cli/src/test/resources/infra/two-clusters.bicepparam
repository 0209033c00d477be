using '../../../../../infra/main.bicep'

param environmentName = 'prod'
param location = 'westeurope'
param mode = 'apply'
param tags = { team: 'platform' }
param flex = {
  instanceMemoryMB: 4096
  maximumInstanceCount: 100
  alwaysReadyReconcile: 1
  alwaysReadyIngest: 1
  zoneRedundant: true
}
param scope = {
  shop: {
    loadBalancers: [
      '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-shop/providers/Microsoft.Network/loadBalancers/lb-shop'
    ]
    subnets: [
      '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-net/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes'
    ]
  }
  bank: {
    loadBalancers: [
      '/subscriptions/00000000-0000-0000-0000-00000000000c/resourceGroups/rg-bank'
    ]
  }
}
param options = {
  sweepSchedule: '30 * * * * *'
  egressProtocols: 'TCP,UDP'
  mappingMaxAge: 'PT30M'
  maxPoolSize: 500
  status: 'on'
  telemetryNames: 'hashed'
}
param publishers = [
  { cluster: 'shop', principalId: '10000000-0000-0000-0000-000000000001', principalType: 'ServicePrincipal' }
  { cluster: 'bank', principalId: '10000000-0000-0000-0000-000000000001', principalType: 'ServicePrincipal' }
]
param operators = [
  { cluster: 'shop', principalId: '10000000-0000-0000-0000-000000000002', principalType: 'Group' }
]
param deployerPrincipalId = '10000000-0000-0000-0000-000000000003'
param deployerPrincipalType = 'ServicePrincipal'
param storageSku = 'Standard_ZRS'
param storageSuffix = 'core.windows.net'
param actionGroupId = '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-on-call/providers/Microsoft.Insights/actionGroups/on-call'
param watchedTopicIds = [
  '/subscriptions/00000000-0000-0000-0000-00000000000c/resourceGroups/rg-bank/providers/Microsoft.EventGrid/systemTopics/theirs'
]
param limits = {
  holdMinutes: 120
  divergedMinutes: 30
  throttledMinutes: 45
  queueMinutes: 20
  sweepMissing: 'PT30M'
  eventsSilentHours: 24
  forgottenDays: 14
}
