// A built-in contributor of blob data may delete the container, and with it the documents of every cluster. This role
// may write documents and nothing else.

@description('Name of the role; unique in the tenant.')
param roleName string

@description('GUID of the role.')
param roleId string

var blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs'

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: roleId
  properties: {
    roleName: roleName
    description: 'Writes mappings or controls of Poolkeeper; always assigned with a condition on a folder.'
    type: 'customRole'
    assignableScopes: [
      resourceGroup().id
    ]
    permissions: [
      {
        actions: []
        notActions: []
        dataActions: [
          '${blobs}/read'
          '${blobs}/write'
          '${blobs}/add/action'
        ]
        notDataActions: []
      }
    ]
  }
}
