using '../../../../../../infra/main.bicep'

param environmentName = 'gov'
param location = 'usgovvirginia'
param storageSuffix = 'core.usgovcloudapi.net'
