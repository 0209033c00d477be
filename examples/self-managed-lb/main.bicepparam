using 'main.bicep'

param name = 'shop'
param cluster = 'shop-prod'
param localPool = 'shop-web'
