// A load balancer whose pools Poolkeeper fills: network with a NAT gateway, frontend, probe, rule and the empty pools.
// Deploy it as often as you like: the load balancer is made once and left alone afterwards, because writing it again
// sends its pools without the members that Poolkeeper put there.

@description('Region.')
param location string = resourceGroup().location

@description('Start of the names.')
@minLength(1)
@maxLength(40)
param name string = 'shop'

@description('Name of the cluster in the mapping; the shared pool is called like it.')
@minLength(1)
@maxLength(63)
param cluster string = 'shop-prod'

@description('Namespace and name of the service with externalTrafficPolicy Local, joined by a dash: its pool.')
@minLength(1)
@maxLength(80)
param localPool string = 'shop-web'

@description('Port of the frontend.')
@minValue(1)
@maxValue(65534)
param port int = 443

@description('Node port of the service.')
@minValue(30000)
@maxValue(32767)
param nodePort int = 30443

@description('healthCheckNodePort of the service.')
@minValue(30000)
@maxValue(32767)
param healthPort int = 32443

@description('Addresses of the network.')
param networkPrefix string = '10.20.0.0/16'

@description('Addresses of the nodes.')
param nodePrefix string = '10.20.0.0/22'

var loadBalancerName = 'lb-${name}'

resource natAddress 'Microsoft.Network/publicIPAddresses@2025-03-01' = {
  name: 'pip-${name}-nat'
  location: location
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIPAllocationMethod: 'Static'
  }
}

resource nat 'Microsoft.Network/natGateways@2025-03-01' = {
  name: 'ng-${name}'
  location: location
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIpAddresses: [
      {
        id: natAddress.id
      }
    ]
  }
}

resource security 'Microsoft.Network/networkSecurityGroups@2025-03-01' = {
  name: 'nsg-${name}-nodes'
  location: location
  properties: {
    securityRules: [
      {
        name: 'clients'
        properties: {
          priority: 200
          direction: 'Inbound'
          access: 'Allow'
          protocol: 'Tcp'
          sourceAddressPrefix: 'Internet'
          sourcePortRange: '*'
          destinationAddressPrefix: nodePrefix
          destinationPortRange: string(nodePort)
        }
      }
    ]
  }
}

resource network 'Microsoft.Network/virtualNetworks@2025-03-01' = {
  name: 'vnet-${name}'
  location: location
  properties: {
    addressSpace: {
      addressPrefixes: [
        networkPrefix
      ]
    }
    subnets: [
      {
        name: 'nodes'
        properties: {
          addressPrefix: nodePrefix
          // The way out is the gateway, in or out of a pool; nothing leans on what Azure gives by default.
          defaultOutboundAccess: false
          natGateway: {
            id: nat.id
          }
          networkSecurityGroup: {
            id: security.id
          }
        }
      }
    ]
  }
}

resource frontendAddress 'Microsoft.Network/publicIPAddresses@2025-03-01' = {
  name: 'pip-${name}'
  location: location
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIPAllocationMethod: 'Static'
  }
}

@onlyIfNotExists()
resource loadBalancer 'Microsoft.Network/loadBalancers@2025-03-01' = {
  name: loadBalancerName
  location: location
  sku: {
    name: 'Standard'
  }
  properties: {
    frontendIPConfigurations: [
      {
        name: 'public'
        properties: {
          publicIPAddress: {
            id: frontendAddress.id
          }
        }
      }
    ]
    backendAddressPools: [
      {
        name: localPool
      }
      {
        name: cluster
      }
    ]
    probes: [
      {
        name: localPool
        properties: {
          protocol: 'Http'
          port: healthPort
          requestPath: '/healthz'
          intervalInSeconds: 5
          probeThreshold: 2
        }
      }
    ]
    loadBalancingRules: [
      {
        name: localPool
        properties: {
          protocol: 'Tcp'
          frontendPort: port
          backendPort: nodePort
          enableFloatingIP: false
          enableTcpReset: true
          idleTimeoutInMinutes: 4
          disableOutboundSnat: true
          frontendIPConfiguration: {
            id: resourceId('Microsoft.Network/loadBalancers/frontendIPConfigurations', loadBalancerName, 'public')
          }
          backendAddressPool: {
            id: resourceId('Microsoft.Network/loadBalancers/backendAddressPools', loadBalancerName, localPool)
          }
          probe: {
            id: resourceId('Microsoft.Network/loadBalancers/probes', loadBalancerName, localPool)
          }
        }
      }
    ]
  }
}

@description('Id for the mapping and for POOLKEEPER_SCOPE.')
output loadBalancerId string = loadBalancer.id

@description('Id for the mapping.')
output virtualNetworkId string = network.id

@description('Id for POOLKEEPER_SCOPE.')
output subnetId string = '${network.id}/subnets/nodes'
