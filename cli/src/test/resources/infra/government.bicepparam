using '../../../../../infra/main.bicep'

param environmentName = 'gov'
param location = 'usgovvirginia'
param plan = 'premium'
param storageSuffix = 'core.usgovcloudapi.net'
