// Types, names and rules that the templates share. Most enums of Azure's own types are open and most numbers unbounded,
// so what may be given is said here.

@export()
@description('Tags by name.')
type tagsByName = {
  @description('One tag.')
  *: string
}

@export()
@description('App settings by name, all of them text.')
type settingsByName = {
  @description('One setting.')
  *: string
}

@export()
@description('Who may write into one cluster\'s folder.')
type writer = {
  @description('Name of the cluster, exactly as the folder is called.')
  @minLength(1)
  @maxLength(253)
  cluster: string

  @description('Object id of the principal (not the application id).')
  @minLength(36)
  @maxLength(36)
  principalId: string

  @description('Kind of principal; without it a principal made a moment ago is refused.')
  principalType: 'User' | 'Group' | 'ServicePrincipal'
}

@export()
@description('What may be written for one cluster.')
type clusterScope = {
  @description('Ids of load balancers or of resource groups. Absent: the cluster is only observed.')
  loadBalancers: string[]?

  @description('Ids of subnets or of virtual networks of members. Absent: any subnet of the mapping\'s network.')
  subnets: string[]?
}

@export()
@description('Scopes by the name of the cluster.')
type scopes = {
  @description('One cluster.')
  *: clusterScope
}

@export()
@description('What a resource group holds, which decides the rights in it.')
type holding = 'loadBalancers' | 'network' | 'machines'

@export()
@description('A system topic that is there already, for instance another team\'s; its identities must include the one for events.')
type existingTopic = {
  @description('Name of the system topic.')
  @minLength(3)
  @maxLength(128)
  name: string

  @description('Resource group of the system topic, in the subscription of the target.')
  @minLength(1)
  @maxLength(90)
  resourceGroup: string
}

@export()
@description('A resource group that Poolkeeper looks at or writes in.')
type target = {
  @description('Subscription of the resource group. Absent: that of the deployment.')
  subscriptionId: string?

  @description('Name of the resource group.')
  @minLength(1)
  @maxLength(90)
  resourceGroup: string

  @description('All that is in the resource group and counts.')
  @minLength(1)
  holds: holding[]

  @description('Rights by custom role, by built-in roles, or given elsewhere. Absent: as the deployment says.')
  access: ('custom' | 'builtIn' | 'none')?

  @description('Whether events of this resource group are delivered. Absent: yes.')
  events: bool?

  @description('Topic to use. Absent: one is made.')
  topic: existingTopic?
}

@export()
@description('How events are delivered: to the queue (also where the app is private), to the function itself once it is published, or not at all; the sweep finds everything in any case.')
type delivery = 'queue' | 'function' | 'none'

@export()
@description('Size of the app on Flex Consumption.')
type flexSettings = {
  @description('Memory of an instance in MB; the price of a second is proportional to it.')
  instanceMemoryMB: 512 | 2048 | 4096

  @description('Most instances. The lowest that the platform takes is enough: 40 instances with 12 messages each are 480 runs at once, while Microsoft.Network allows 1,000 writes and 10,000 reads in 5 minutes.')
  @minValue(40)
  @maxValue(1000)
  maximumInstanceCount: int

  @description('Instances of ReconcileLoadBalancer that are always warm. Each is billed for every second (docs/deploy.md has the sum).')
  @minValue(0)
  @maxValue(10)
  alwaysReadyReconcile: int

  @description('Instances of the ingest function that are always warm, likewise.')
  @minValue(0)
  @maxValue(10)
  alwaysReadyIngest: int

  @description('Spread over availability zones; bills always-ready instances in each.')
  zoneRedundant: bool
}

@export()
@description('Size of the app on Elastic Premium, for clouds and regions without Flex Consumption.')
type premiumSettings = {
  @description('Size of an instance.')
  sku: 'EP1' | 'EP2' | 'EP3'

  @description('Instances that are always there.')
  @minValue(1)
  @maxValue(20)
  minimumInstances: int

  @description('Most instances.')
  @minValue(1)
  @maxValue(100)
  maximumInstances: int

  @description('Spread over availability zones; needs at least three instances.')
  zoneRedundant: bool
}

@export()
@description('Settings of the app that have a default of their own; docs/reference.md says what they do.')
type appOptions = {
  @description('NCRONTAB of six fields.')
  sweepSchedule: string?

  @description('Protocols whose way out is judged.')
  egressProtocols: ('TCP' | 'UDP' | 'TCP,UDP')?

  @description('Whether default outbound access counts as a possible way out.')
  defaultOutbound: ('never' | 'assume')?

  @description('ISO duration; an older mapping removes nobody.')
  mappingMaxAge: string?

  @description('Members of a pool above which a warning is reported.')
  @minValue(1)
  @maxValue(100000)
  maxPoolSize: int?

  @description('Whether the HTTP function answers.')
  status: ('off' | 'on')?

  @description('Whether telemetry hides addresses and node names.')
  telemetryNames: ('plain' | 'hashed')?
}

@export()
@description('From when on something is alerted.')
type alertLimits = {
  @description('Minutes that a removal may be held; also what the app counts by (POOLKEEPER_HOLD_ALERT_AGE). Absent: 60.')
  @minValue(5)
  @maxValue(10080)
  holdMinutes: int?

  @description('Minutes that a load balancer in apply mode may differ from the wanted state; also what the app counts by (POOLKEEPER_DIVERGED_ALERT_AGE). Absent: 15.')
  @minValue(5)
  @maxValue(10080)
  divergedMinutes: int?

  @description('Minutes without any run that got past throttling. Absent: 30.')
  @minValue(5)
  @maxValue(45)
  throttledMinutes: int?

  @description('Minutes that a message may lie in a queue. Absent: 15.')
  @minValue(5)
  @maxValue(1440)
  queueMinutes: int?

  @description('Time without a sweep; at least 5 minutes longer than the pause that the schedule of the sweep makes. Absent: 15 minutes.')
  sweepMissing: ('PT15M' | 'PT30M' | 'PT1H' | 'PT3H')?

  @description('Hours that a source of events may be silent; calm resource groups want more. Absent: 168.')
  @minValue(1)
  @maxValue(8760)
  eventsSilentHours: int?

  @description('Days that a load balancer may be observed or paused. Absent: 7.')
  @minValue(1)
  @maxValue(365)
  forgottenDays: int?
}

@export()
@description('Longest pause of a schedule in minutes, rounded up where it takes more than a star and a step: an hour, or a day.')
func pauseMinutes(schedule string) int => pauseOf(split(schedule, ' '))

func pauseOf(fields string[]) int =>
  join(skip(fields, 3), '') != '***'
    ? 44640
    : fields[2] != '*'
        ? 1440
        : fields[1] == '*' ? 1 : startsWith(fields[1], '*/') && !contains(fields[1], ',') ? int(skip(fields[1], 2)) : 60

@export()
@description('Private networking. The subnets and zones are there already.')
type networkSettings = {
  @description('Subnet of the app\'s outbound traffic, delegated to Microsoft.App/environments (flex) or Microsoft.Web/serverFarms (premium).')
  integrationSubnetId: string

  @description('Subnet of the private endpoints.')
  endpointSubnetId: string

  @description('Whether everything the app sends goes through the network, ARM and telemetry included; the subnet then needs a way out.')
  routeAllTraffic: bool?

  @description('Public addresses (CIDR) that still reach the storage accounts, for deploying from outside.')
  allowedIpRanges: string[]?

  @description('Ids of private DNS zones. What is absent is left to whoever keeps the DNS.')
  dnsZoneIds: dnsZones?
}

@export()
@description('Private DNS zones by kind of endpoint.')
type dnsZones = {
  @description('Zone of blob storage.')
  blob: string?

  @description('Zone of queue storage.')
  queue: string?

  @description('Zone of table storage.')
  table: string?

  @description('Zone of function apps.')
  sites: string?
}

@export()
@description('A role on a container or queue.')
type grant = {
  @description('Name of the container or queue.')
  on: string

  @description('GUID of the role.')
  roleId: string

  @description('Object id of the principal.')
  principalId: string

  @description('What names the assignment ahead of the deployment: id of the identity, or the principal\'s object id.')
  key: string

  @description('Kind of principal.')
  principalType: 'User' | 'Group' | 'ServicePrincipal'

  @description('Condition on the role\'s data actions.')
  condition: string?
}

@export()
@description('Built-in roles by their GUIDs, which are the same in every cloud.')
var builtInRoles = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
  networkContributor: '4d97b98b-1d4f-4787-a291-c67834d212e7'
  blobDataOwner: 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
  blobDataContributor: 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
  blobDataReader: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1'
  queueDataContributor: '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
  queueDataMessageSender: 'c6a89b2d-59bc-44d0-9896-0f6e12d7b80a'
  queueDataReader: '19e7f393-937e-4f77-808e-94535e297925'
  tableDataContributor: '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
  monitoringMetricsPublisher: '3913510d-42f4-4e42-8a64-420c390055eb'
}

@export()
@description('Names of containers and queues, which the app knows too.')
var storageNames = {
  deployments: 'deployments'
  ledgers: 'ledgers'
  egress: 'egress'
  gates: 'gates'
  poison: 'poison'
  deadLetters: 'dead-letters'
  mappings: 'mappings'
  controls: 'controls'
  workQueue: 'pool-reconcile'
  workPoisonQueue: 'pool-reconcile-poison'
  eventQueue: 'resource-events'
  eventPoisonQueue: 'resource-events-poison'
}

@export()
@description('The name of an environment, if it may be part of names: azd takes more characters than Event Grid does.')
func checkedName(name string) string =>
  empty(filter(
      map(range(0, length(name)), i => toLower(substring(name, i, 1))),
      one => !contains('abcdefghijklmnopqrstuvwxyz0123456789-', one)
    ))
    ? name
    : fail('environmentName: expected letters, digits and hyphens, found ${name}')

@export()
@description('Letters and digits that belong to one environment.')
func token(subscriptionId string, environmentName string, location string) string =>
  uniqueString(subscriptionId, environmentName, location)

@export()
@description('Name of the system topic for a source.')
func topicName(environmentName string, source string) string =>
  'evgt-poolkeeper-${uniqueString(environmentName, source)}'

var blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs'

@export()
@description('Condition of a role: blobs below the cluster\'s folder and no other, also when listing.')
func folderOnly(cluster string) string =>
  contains(cluster, '\'')
    ? fail('a cluster\'s name has no quote, found one in a writer')
    : join(
        [
          '('
          '(!(ActionMatches{\'${blobs}/read\'} AND NOT SubOperationMatches{\'Blob.List\'})'
          ' AND !(ActionMatches{\'${blobs}/write\'})'
          ' AND !(ActionMatches{\'${blobs}/add/action\'})'
          ' AND !(ActionMatches{\'${blobs}/delete\'})'
          ' AND !(ActionMatches{\'${blobs}/move/action\'}))'
          ' OR (@Resource[${blobs}:path] StringStartsWith \'${cluster}/\')'
          ') AND ('
          '(!(ActionMatches{\'${blobs}/read\'} AND SubOperationMatches{\'Blob.List\'}))'
          ' OR (@Request[${blobs}:prefix] StringStartsWith \'${cluster}/\')'
          ')'
        ],
        ''
      )

@export()
@description('ISO duration of so many minutes, in hours where they are whole.')
func minutesIso(count int) string => count % 60 == 0 ? 'PT${count / 60}H' : 'PT${count}M'
