using '../../../../../../infra/main.bicep'

param environmentName = 'closed'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
param events = 'function'
param network = { integrationSubnetId: '/x', endpointSubnetId: '/y' }
