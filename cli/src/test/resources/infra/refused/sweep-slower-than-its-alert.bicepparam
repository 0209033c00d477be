using '../../../../../../infra/main.bicep'

param environmentName = 'slow'
param location = 'westeurope'
param storageSuffix = 'core.windows.net'
param options = { sweepSchedule: '0 */20 * * * *' }
