// The topic of one source. There can be only one per source; where another team has it, it is given by parameter.

import { tagsByName } from '../types.bicep'

@description('Name of the topic.')
@minLength(3)
@maxLength(128)
param name string

@description('Region; global for sources that have none.')
param location string

@description('Tags.')
param tags tagsByName

@description('Id of what emits the events.')
param source string

@description('Kind of source.')
param topicType 'Microsoft.Resources.ResourceGroups' | 'Microsoft.Storage.StorageAccounts'

@description('Id of the identity that delivers.')
param identityId string

resource topic 'Microsoft.EventGrid/systemTopics@2025-02-15' = {
  name: name
  location: location
  tags: tags
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    source: source
    topicType: topicType
  }
}
