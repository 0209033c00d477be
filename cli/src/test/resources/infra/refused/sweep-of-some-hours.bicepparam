using '../../../../../../infra/main.bicep'

param environmentName = 'slow'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
param options = { sweepSchedule: '0 0 8-18 * * *' }
param limits = { sweepMissing: 'PT3H' }
