// Private endpoints of the storage accounts and of the app.

import { networkSettings, tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags.')
param tags tagsByName

@description('Network and zones.')
param network networkSettings

@description('What gets an endpoint.')
param endpoints endpoint[]

@description('One private endpoint.')
type endpoint = {
  @description('Name.')
  name: string

  @description('Id of the resource behind it.')
  resourceId: string

  @description('Which service of the resource.')
  group: 'blob' | 'queue' | 'table' | 'sites'
}

resource privateEndpoints 'Microsoft.Network/privateEndpoints@2026-03-01' = [
  for one in endpoints: {
    name: one.name
    location: location
    tags: tags
    properties: {
      subnet: {
        id: network.endpointSubnetId
      }
      privateLinkServiceConnections: [
        {
          name: one.group
          properties: {
            privateLinkServiceId: one.resourceId
            groupIds: [
              one.group
            ]
          }
        }
      ]
    }
  }
]

resource zones 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2026-03-01' = [
  for (one, i) in endpoints: if (network.?dnsZoneIds[?one.group] != null) {
    parent: privateEndpoints[i]
    name: 'default'
    properties: {
      privateDnsZoneConfigs: [
        {
          name: one.group
          properties: {
            privateDnsZoneId: network.?dnsZoneIds[?one.group]
          }
        }
      ]
    }
  }
]
