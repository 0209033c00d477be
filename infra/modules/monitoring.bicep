// Where the lines go: Application Insights on a workspace, both by token only.

import { tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags of all resources.')
param tags tagsByName

@description('Name of the workspace.')
param workspaceName string

@description('Name of the Application Insights component.')
param componentName string

@description('Days that lines are kept.')
@minValue(30)
@maxValue(730)
param retentionInDays int

@description('Most that is taken in per day, in GB; -1 for no limit. A limit that is reached silences the alerts too.')
@minValue(-1)
param dailyQuotaGb int

@description('Object id of the app\'s identity, which may send.')
param appPrincipalId string

@description('Id of the app\'s identity, which names the assignment.')
param appIdentityId string

@description('GUID of the role that may send.')
param publisherRoleId string

resource workspace 'Microsoft.OperationalInsights/workspaces@2025-07-01' = {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: retentionInDays
    workspaceCapping: {
      dailyQuotaGb: dailyQuotaGb
    }
    features: {
      disableLocalAuth: true
    }
  }
}

resource component 'Microsoft.Insights/components@2020-02-02' = {
  name: componentName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    DisableLocalAuth: true
    WorkspaceResourceId: workspace.id
  }
}

resource publisher 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: component
  name: guid(component.id, appIdentityId, publisherRoleId)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', publisherRoleId)
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

@description('Where the app sends to. Holds no key that is of use: local authentication is off.')
output connectionString string = component.properties.ConnectionString

@description('Id of the workspace.')
output workspaceId string = workspace.id
