// Two identities: the app acts, Event Grid delivers. Whoever holds one cannot do what the other may.

import { tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags of all resources.')
param tags tagsByName

@description('Name of the app\'s identity.')
param appIdentityName string

@description('Name of the identity that delivers events.')
param eventsIdentityName string

resource app 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: appIdentityName
  location: location
  tags: tags
}

resource events 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: eventsIdentityName
  location: location
  tags: tags
}

@description('Object id of the app\'s identity.')
output appPrincipalId string = app.properties.principalId

@description('Client id of the app\'s identity.')
output appClientId string = app.properties.clientId

@description('Object id of the identity that delivers events.')
output eventsPrincipalId string = events.properties.principalId
