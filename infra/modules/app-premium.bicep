// The app on Elastic Premium, for clouds and regions without Flex Consumption. Without shared keys there is no content
// share, so the app runs from a package in the deployment container, read by its identity.

import { networkSettings, premiumSettings, settingsByName, tagsByName } from '../types.bicep'

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
param size premiumSettings

@description('URL of the container that holds the package.')
param packageContainerUrl string

@description('App settings, by name.')
param settings settingsByName

@description('Private networking.')
param network networkSettings?

var premiumSettingsByName = {
  FUNCTIONS_EXTENSION_VERSION: '~4'
  FUNCTIONS_WORKER_RUNTIME: 'java'
  WEBSITE_RUN_FROM_PACKAGE: '${packageContainerUrl}/poolkeeper.zip'
  WEBSITE_RUN_FROM_PACKAGE_BLOB_MI_RESOURCE_ID: identityId
}

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'elastic'
  sku: {
    name: size.sku
    tier: 'ElasticPremium'
  }
  properties: {
    reserved: true
    maximumElasticWorkerCount: size.maximumInstances
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
    keyVaultReferenceIdentity: identityId
    siteConfig: {
      linuxFxVersion: 'Java|${javaVersion}'
      ftpsState: 'Disabled'
      minTlsVersion: '1.2'
      scmMinTlsVersion: '1.2'
      minimumElasticInstanceCount: size.minimumInstances
      functionAppScaleLimit: size.maximumInstances
      // Queues behind a firewall are only seen from inside.
      functionsRuntimeScaleMonitoringEnabled: network != null
    }
  }

  resource appSettings 'config' = {
    name: 'appsettings'
    properties: union(settings, premiumSettingsByName)
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
