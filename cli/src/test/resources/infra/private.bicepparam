using '../../../../../infra/main.bicep'

param environmentName = 'closed'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
param documentsTopicName = 'evgt-of-defender'
param writerRoles = 'builtIn'
param publishers = [
  { cluster: 'shop', principalId: '10000000-0000-0000-0000-000000000001', principalType: 'ServicePrincipal' }
]
param network = {
  integrationSubnetId: '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-net/providers/Microsoft.Network/virtualNetworks/vnet/subnets/app'
  endpointSubnetId: '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-net/providers/Microsoft.Network/virtualNetworks/vnet/subnets/endpoints'
  routeAllTraffic: true
  allowedIpRanges: ['203.0.113.0/24']
  dnsZoneIds: {
    blob: '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-dns/providers/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net'
    queue: '/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-dns/providers/Microsoft.Network/privateDnsZones/privatelink.queue.core.windows.net'
  }
}
