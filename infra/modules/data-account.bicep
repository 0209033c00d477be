// What people and publishers write: mappings and controls, one folder per cluster. Every version is kept for a while,
// and every write is logged with who made it.

import { grant, networkSettings, storageNames, tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags of all resources.')
param tags tagsByName

@description('Name of the account.')
@minLength(3)
@maxLength(24)
param name string

@description('Redundancy.')
param sku 'Standard_LRS' | 'Standard_ZRS' | 'Standard_GRS' | 'Standard_GZRS'

@description('Days that older versions and deleted documents are kept.')
@minValue(1)
@maxValue(365)
param keepDays int

@description('Id of the Log Analytics workspace that takes the log of writes.')
param workspaceId string

@description('Private networking; absent: reached publicly, by token only.')
param network networkSettings?

@description('Roles on the containers.')
param containerGrants grant[]

var containerNames = [
  storageNames.mappings
  storageNames.controls
]

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    isHnsEnabled: false
    isLocalUserEnabled: false
    minimumTlsVersion: 'TLS1_2'
    publicNetworkAccess: 'Enabled'
    supportsHttpsTrafficOnly: true
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: network == null ? 'Allow' : 'Deny'
      ipRules: [for range in network.?allowedIpRanges ?? []: { action: 'Allow', value: range }]
    }
  }
}

resource blobService 'Microsoft.Storage/storageAccounts/blobServices@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    isVersioningEnabled: true
    deleteRetentionPolicy: {
      enabled: true
      days: keepDays
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: keepDays
    }
  }
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = [
  for container in containerNames: {
    parent: blobService
    name: container
    properties: {
      publicAccess: 'None'
    }
  }
]

resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'forget-old-versions'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                'blockBlob'
              ]
            }
            actions: {
              version: {
                delete: {
                  daysAfterCreationGreaterThan: keepDays
                }
              }
            }
          }
        }
      ]
    }
  }
  dependsOn: [
    blobService
  ]
}

// There is no newer version of this type than this preview.
resource log 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: blobService
  name: 'who-wrote-it'
  properties: {
    workspaceId: workspaceId
    logs: [
      {
        category: 'StorageWrite'
        enabled: true
      }
      {
        category: 'StorageDelete'
        enabled: true
      }
    ]
  }
}

resource containerRoles 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for one in containerGrants: {
    scope: containers[indexOf(containerNames, one.on)]
    name: guid(account.id, one.on, one.key, one.roleId, one.?condition ?? '')
    properties: {
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', one.roleId)
      principalId: one.principalId
      principalType: one.principalType
      condition: one.?condition
      conditionVersion: one.?condition == null ? null : '2.0'
    }
  }
]
