using '../../../../../../infra/main.bicep'

param environmentName = 'dev'
param location = 'westeurope'
param storageSuffix = 'storage.example'
