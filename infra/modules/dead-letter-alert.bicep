// Events that Event Grid could not deliver never reach the app: only the topic's own metrics tell.

import { tagsByName } from '../types.bicep'

@description('Name of the rule.')
@minLength(1)
@maxLength(128)
param name string

@description('Tags.')
param tags tagsByName

@description('Id of the system topic.')
param topicId string

@description('Id of the action group; empty for none.')
param actionGroupId string

@description('Address of the runbook.')
param runbookUrl string

var metrics = [
  'DeadLetteredCount'
  'DroppedEventCount'
]

resource rules 'Microsoft.Insights/metricAlerts@2018-03-01' = [
  for metric in metrics: {
    name: '${name}-${toLower(metric)}'
    location: 'global'
    tags: tags
    properties: {
      description: 'Event Grid gave up on events (${metric}). Runbook: ${runbookUrl}#alert-dead-letters'
      severity: 2
      enabled: true
      scopes: [
        topicId
      ]
      evaluationFrequency: 'PT5M'
      windowSize: 'PT15M'
      criteria: {
        'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
        allOf: [
          {
            criterionType: 'StaticThresholdCriterion'
            name: metric
            metricNamespace: 'Microsoft.EventGrid/systemTopics'
            metricName: metric
            timeAggregation: 'Total'
            operator: 'GreaterThan'
            threshold: 0
            // The topic has no values of this metric until the first event is lost.
            skipMetricValidation: true
          }
        ]
      }
      autoMitigate: true
      actions: empty(actionGroupId)
        ? []
        : [
            {
              actionGroupId: actionGroupId
            }
          ]
    }
  }
]
