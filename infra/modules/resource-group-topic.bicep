// The topic of the resource group that this is deployed into, and the alert on what it could not deliver.

import { tagsByName, token, topicName } from '../types.bicep'

@description('Name of the environment.')
param environmentName string

@description('Tags.')
param tags tagsByName

@description('Id of the identity that delivers.')
param identityId string

@description('Whether the topic is watched for events that could not be delivered.')
param alerts 'on' | 'off'

@description('Id of the action group; empty for none.')
param actionGroupId string

@description('Address of the runbook.')
param runbookUrl string

var name = topicName(environmentName, resourceGroup().id)

module topic 'system-topic.bicep' = {
  params: {
    name: name
    location: 'global'
    tags: tags
    source: resourceGroup().id
    topicType: 'Microsoft.Resources.ResourceGroups'
    identityId: identityId
  }
}

module deadLetters 'dead-letter-alert.bicep' = if (alerts == 'on') {
  params: {
    name: 'alert-poolkeeper-dead-letters-${token(subscription().subscriptionId, environmentName, resourceGroup().name)}'
    tags: tags
    topicId: resourceId('Microsoft.EventGrid/systemTopics', name)
    actionGroupId: actionGroupId
    runbookUrl: runbookUrl
  }
  dependsOn: [
    topic
  ]
}
