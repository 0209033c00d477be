// Delivery of one topic's events, to the queue or to the function; never both. Events are hints: the sweep finds what
// none of them told, so they are kept for minutes, not for a day.

@description('Name of the topic, in the resource group of this deployment.')
param topicName string

@description('Name of the subscription.')
@minLength(3)
@maxLength(64)
param name string

@description('Where to.')
param delivery 'queue' | 'function'

@description('Id of the app, for the function.')
param functionAppId string

@description('Id of the storage account of queue and dead letters.')
param stateAccountId string

@description('Name of the queue.')
param queueName string

@description('Name of the container of dead letters.')
param deadLetterContainer string

@description('Id of the identity that delivers.')
param identityId string

@description('Types of events.')
@minLength(1)
param eventTypes string[]

@description('Field that the prefixes are compared with.')
param prefixKey 'data.operationName' | 'subject'

@description('Prefixes, compared without case; 25 values are the limit of a subscription.')
@minLength(1)
@maxLength(25)
param prefixes string[]

var filter = {
  includedEventTypes: eventTypes
  isSubjectCaseSensitive: false
  enableAdvancedFilteringOnArrays: false
  advancedFilters: [
    {
      operatorType: 'StringBeginsWith'
      key: prefixKey
      values: prefixes
    }
  ]
}
var retry = {
  eventTimeToLiveInMinutes: 10
  maxDeliveryAttempts: 6
}
var queueSeconds = 3600

resource topic 'Microsoft.EventGrid/systemTopics@2025-02-15' existing = {
  name: topicName
}

resource queued 'Microsoft.EventGrid/systemTopics/eventSubscriptions@2025-02-15' = if (delivery == 'queue') {
  parent: topic
  name: name
  properties: {
    eventDeliverySchema: 'EventGridSchema'
    filter: filter
    retryPolicy: retry
    deliveryWithResourceIdentity: {
      identity: {
        type: 'UserAssigned'
        userAssignedIdentity: identityId
      }
      destination: {
        endpointType: 'StorageQueue'
        properties: {
          resourceId: stateAccountId
          queueName: queueName
          queueMessageTimeToLiveInSeconds: queueSeconds
        }
      }
    }
    deadLetterWithResourceIdentity: {
      identity: {
        type: 'UserAssigned'
        userAssignedIdentity: identityId
      }
      deadLetterDestination: {
        endpointType: 'StorageBlob'
        properties: {
          resourceId: stateAccountId
          blobContainerName: deadLetterContainer
        }
      }
    }
  }
}

resource pushed 'Microsoft.EventGrid/systemTopics/eventSubscriptions@2025-02-15' = if (delivery == 'function') {
  parent: topic
  name: name
  properties: {
    eventDeliverySchema: 'EventGridSchema'
    filter: filter
    retryPolicy: retry
    destination: {
      endpointType: 'AzureFunction'
      properties: {
        resourceId: '${functionAppId}/functions/IngestEvent'
        maxEventsPerBatch: 1
        preferredBatchSizeInKilobytes: 64
      }
    }
    deadLetterWithResourceIdentity: {
      identity: {
        type: 'UserAssigned'
        userAssignedIdentity: identityId
      }
      deadLetterDestination: {
        endpointType: 'StorageBlob'
        properties: {
          resourceId: stateAccountId
          blobContainerName: deadLetterContainer
        }
      }
    }
  }
}
