// Alerts over the lines of the app (docs/telemetry.md), one query each in ../queries. Host and Java agent both file a line
// as AppTraces.Message; where both do, it is there twice, which no query minds.

import { alertLimits, tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags.')
param tags tagsByName

@description('Letters and digits that end all names of the environment.')
param ending string

@description('Id of the workspace with the lines.')
param workspaceId string

@description('Id of the action group; empty for none.')
param actionGroupId string

@description('From when on something is alerted.')
param limits alertLimits

@description('Address of the runbook.')
param runbookUrl string

// Without seconds the query has no limit of its own. What is split by a column gives one alert for each of its values.
var rules = [
  {
    name: 'gave-up'
    title: 'gave up on a load balancer'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/gave-up.kql')
    seconds: 0
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'poison'
    title: 'message poisoned or set aside'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/poison.kql')
    seconds: 0
    splitBy: []
  }
  {
    name: 'settings-refused'
    title: 'settings refused, no function works'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/settings-refused.kql')
    seconds: 0
    splitBy: []
  }
  {
    name: 'sweep-missing'
    title: 'no sweep goes through'
    severity: 0
    every: 'PT5M'
    window: limits.?sweepMissing ?? 'PT15M'
    query: loadTextContent('../queries/sweep-missing.kql')
    seconds: 0
    splitBy: []
  }
  {
    name: 'diverged'
    title: 'pools differ from the wanted state'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/diverged.kql')
    seconds: (limits.?divergedMinutes ?? 15) * 60
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'contested'
    title: 'another writer empties pools'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/contested.kql')
    seconds: 0
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'forbidden'
    title: 'Azure refuses access'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/forbidden.kql')
    seconds: 0
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'queue-stalled'
    title: 'messages lie in a queue'
    severity: 1
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/queue-stalled.kql')
    seconds: (limits.?queueMinutes ?? 15) * 60
    splitBy: [
      'Queue'
    ]
  }
  {
    name: 'throttled'
    title: 'throttled for long'
    severity: 2
    every: 'PT15M'
    window: 'PT1H'
    query: loadTextContent('../queries/throttled.kql')
    seconds: (limits.?throttledMinutes ?? 30) * 60
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'mapping-refused'
    title: 'mapping or controls cannot be used'
    severity: 2
    every: 'PT5M'
    window: 'PT15M'
    query: loadTextContent('../queries/mapping-refused.kql')
    seconds: 0
    splitBy: [
      'Cluster'
      'Outcome'
    ]
  }
  {
    name: 'mapping-too-old'
    title: 'mapping too old'
    severity: 2
    every: 'PT15M'
    window: 'PT15M'
    query: loadTextContent('../queries/mapping-too-old.kql')
    seconds: 0
    splitBy: [
      'Cluster'
    ]
  }
  {
    name: 'hold-too-old'
    title: 'removal held for long'
    severity: 2
    every: 'PT15M'
    window: 'PT15M'
    query: loadTextContent('../queries/hold-too-old.kql')
    seconds: (limits.?holdMinutes ?? 60) * 60
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'events-poisoned'
    title: 'deliveries of events failed'
    severity: 2
    every: 'PT15M'
    window: 'PT15M'
    query: loadTextContent('../queries/events-poisoned.kql')
    seconds: 0
    splitBy: []
  }
  {
    name: 'events-silent'
    title: 'source of events is silent'
    severity: 3
    every: 'PT1H'
    window: 'PT1H'
    query: loadTextContent('../queries/events-silent.kql')
    seconds: (limits.?eventsSilentHours ?? 168) * 3600
    splitBy: [
      'Source'
    ]
  }
  {
    name: 'machine-at-risk'
    title: 'machines with a way out at risk'
    severity: 3
    every: 'PT1H'
    window: 'PT1H'
    query: loadTextContent('../queries/machine-at-risk.kql')
    seconds: 0
    splitBy: [
      'Cluster'
    ]
  }
  {
    name: 'observe-forgotten'
    title: 'only observed for long'
    severity: 3
    every: 'PT1H'
    window: 'PT1H'
    query: loadTextContent('../queries/observe-forgotten.kql')
    seconds: (limits.?forgottenDays ?? 7) * 86400
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
  {
    name: 'pause-forgotten'
    title: 'paused for long'
    severity: 3
    every: 'PT1H'
    window: 'PT1H'
    query: loadTextContent('../queries/pause-forgotten.kql')
    seconds: (limits.?forgottenDays ?? 7) * 86400
    splitBy: [
      'LoadBalancer'
      'Cluster'
    ]
  }
]

resource alerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in rules: {
    name: 'alert-poolkeeper-${rule.name}-${ending}'
    location: location
    tags: tags
    kind: 'LogAlert'
    properties: {
      displayName: 'Poolkeeper: ${rule.title} (${ending})'
      description: 'Poolkeeper: ${rule.title}. Runbook: ${runbookUrl}#alert-${rule.name}'
      severity: rule.severity
      enabled: true
      scopes: [
        workspaceId
      ]
      evaluationFrequency: rule.every
      windowSize: rule.window
      criteria: {
        allOf: [
          {
            query: rule.seconds == 0 ? rule.query : 'let limitSeconds = ${rule.seconds};\n${rule.query}'
            timeAggregation: 'Count'
            operator: 'GreaterThan'
            threshold: 0
            dimensions: map(rule.splitBy, column => {
              name: column
              operator: 'Include'
              values: [
                '*'
              ]
            })
            failingPeriods: {
              numberOfEvaluationPeriods: 1
              minFailingPeriodsToAlert: 1
            }
          }
        ]
      }
      // Excludes muteActionsDuration: the service takes only one of them.
      autoMitigate: true
      // A workspace that is minutes old may not know the table yet; the queries are checked when the app is built.
      skipQueryValidation: true
      actions: {
        actionGroups: empty(actionGroupId)
          ? []
          : [
              actionGroupId
            ]
        customProperties: {
          runbook: '${runbookUrl}#alert-${rule.name}'
        }
      }
    }
  }
]
