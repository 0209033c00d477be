// The topic of the resource group that this is deployed into.

import { tagsByName, topicName } from '../types.bicep'

@description('Name of the environment.')
param environmentName string

@description('Tags.')
param tags tagsByName

@description('Id of the identity that delivers.')
param identityId string

module topic 'system-topic.bicep' = {
  params: {
    name: topicName(environmentName, resourceGroup().id)
    location: 'global'
    tags: tags
    source: resourceGroup().id
    topicType: 'Microsoft.Resources.ResourceGroups'
    identityId: identityId
  }
}
