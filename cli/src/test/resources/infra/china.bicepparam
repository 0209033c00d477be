using '../../../../../infra/main.bicep'

param environmentName = 'china'
param location = 'chinanorth3'
param plan = 'premium'
param events = 'none'
param storageSuffix = 'core.chinacloudapi.cn'
param alerts = 'off'
