// What the alerts watch, to look at. The content is workbook.json beside this file.

import { tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags.')
param tags tagsByName

@description('GUID of the workbook.')
@minLength(36)
@maxLength(36)
param name string

@description('Name of the environment.')
param environmentName string

@description('Id of the workspace with the lines.')
param workspaceId string

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: 'Poolkeeper ${environmentName}'
    category: 'workbook'
    sourceId: workspaceId
    version: 'Notebook/1.0'
    serializedData: replace(string(loadJsonContent('workbook.json')), '<workspace>', workspaceId)
  }
}
