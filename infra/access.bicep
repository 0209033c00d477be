// Rights of Poolkeeper's identity in one resource group. A template of its own, so that the team that owns the group can
// deploy it: az deployment group create -g GROUP -f infra/access.bicep -p environmentName=.. principalId=.. holds='["network"]'

import { builtInRoles, holding } from 'types.bicep'

@description('Name of the environment; part of the role\'s name, which is unique in the tenant.')
@minLength(1)
@maxLength(24)
param environmentName string

@description('Object id of the app\'s identity.')
@minLength(36)
@maxLength(36)
param principalId string

@description('All that is in this resource group and counts.')
@minLength(1)
param holds holding[]

@description('A custom role with the actions that are needed and no other, or built-in roles where custom ones are not allowed.')
param roles 'custom' | 'builtIn' = 'custom'

// What the adapter calls, and what ARM checks on linked resources when a pool is written. The exact minimum of a pool
// write is not verified; nor whether the operation that follows it, which lives at the subscription, asks for its read.
var actions = {
  loadBalancers: [
    'Microsoft.Network/loadBalancers/read'
    'Microsoft.Network/loadBalancers/backendAddressPools/read'
    'Microsoft.Network/loadBalancers/backendAddressPools/write'
    'Microsoft.Network/loadBalancers/backendAddressPools/join/action'
    'Microsoft.Network/locations/operations/read'
    'Microsoft.Network/publicIPAddresses/read'
    'Microsoft.Network/publicIPPrefixes/read'
  ]
  network: [
    'Microsoft.Network/virtualNetworks/read'
    'Microsoft.Network/virtualNetworks/joinLoadBalancer/action'
    'Microsoft.Network/virtualNetworks/subnets/read'
    'Microsoft.Network/virtualNetworks/subnets/joinLoadBalancer/action'
    'Microsoft.Network/natGateways/read'
    'Microsoft.Network/routeTables/read'
  ]
  machines: [
    'Microsoft.Network/networkInterfaces/read'
    'Microsoft.Network/publicIPAddresses/read'
    'Microsoft.Network/publicIPPrefixes/read'
    'Microsoft.Network/loadBalancers/read'
    'Microsoft.Compute/virtualMachineScaleSets/networkInterfaces/read'
    'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/networkInterfaces/read'
  ]
}
var needed = flatten(map(holds, kind => actions[kind]))
var joins = contains(holds, 'loadBalancers') || contains(holds, 'network')
var roleId = roles == 'custom'
  ? guid(resourceGroup().id, 'poolkeeper', environmentName)
  : (joins ? builtInRoles.networkContributor : builtInRoles.reader)
var readsMachines = roles == 'builtIn' && joins && contains(holds, 'machines')

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = if (roles == 'custom') {
  name: guid(resourceGroup().id, 'poolkeeper', environmentName)
  properties: {
    roleName: 'Poolkeeper ${environmentName} ${uniqueString(resourceGroup().id)}'
    description: 'What Poolkeeper needs in ${resourceGroup().name}: ${join(holds, ', ')}.'
    type: 'customRole'
    assignableScopes: [
      resourceGroup().id
    ]
    permissions: [
      {
        actions: union(needed, [])
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(resourceGroup().id, principalId, roleId)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roleId)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
  dependsOn: [
    role
  ]
}

resource machines 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (readsMachines) {
  name: guid(resourceGroup().id, principalId, builtInRoles.reader)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', builtInRoles.reader)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}
