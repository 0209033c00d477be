// The app on Flex Consumption.

import { flexSettings, networkSettings, settingsByName, tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags of all resources; the app gets azd\'s own beside them.')
param tags tagsByName

@description('Name of the plan.')
param planName string

@description('Name of the app.')
@maxLength(60)
param appName string

@description('Id of the app\'s identity.')
param identityId string

@description('Java of the worker.')
param javaVersion '21' | '17'

@description('Size.')
param size flexSettings

@description('The function that takes in events: its name depends on how they come.')
param ingestFunction string

@description('URL of the container that holds the package.')
param packageContainerUrl string

@description('App settings, by name.')
param settings settingsByName

@description('Private networking.')
param network networkSettings?

var alwaysReady = [
  { name: 'function:ReconcileLoadBalancer', instanceCount: size.alwaysReadyReconcile }
  { name: 'function:${ingestFunction}', instanceCount: size.alwaysReadyIngest }
]

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
    zoneRedundant: size.zoneRedundant
  }
}

resource app 'Microsoft.Web/sites@2025-03-01' = {
  name: appName
  location: location
  tags: union(tags, { 'azd-service-name': 'functions' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    publicNetworkAccess: network == null ? 'Enabled' : 'Disabled'
    virtualNetworkSubnetId: network.?integrationSubnetId
    outboundVnetRouting: network == null ? null : { allTraffic: network.?routeAllTraffic ?? false }
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packageContainerUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      runtime: {
        name: 'java'
        version: javaVersion
      }
      scaleAndConcurrency: {
        alwaysReady: filter(alwaysReady, one => one.instanceCount > 0)
        instanceMemoryMB: size.instanceMemoryMB
        maximumInstanceCount: size.maximumInstanceCount
      }
    }
    siteConfig: {
      ftpsState: 'Disabled'
      minTlsVersion: '1.2'
      scmMinTlsVersion: '1.2'
    }
  }

  resource appSettings 'config' = {
    name: 'appsettings'
    properties: settings
  }

  resource noFtp 'basicPublishingCredentialsPolicies' = {
    name: 'ftp'
    properties: {
      allow: false
    }
  }

  resource noScmPassword 'basicPublishingCredentialsPolicies' = {
    name: 'scm'
    properties: {
      allow: false
    }
  }
}
