/**
 * The types behind the kinds that are kept, as Kubernetes v1.34 has them, one a line: its name, and its fields, each
 * with what it holds where that is no text. Read by `field-table.ts`. Written by `npm run kubernetes-fields` out of
 * @kubernetes/client-node 1.4.0; not to be edited.
 */
export const KUBERNETES_TYPES = `
AWSElasticBlockStoreVolumeSource fsType partition:int32 readOnly:flag volumeID
Affinity nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AppArmorProfile localhostProfile type
AttachedVolume devicePath name
AzureDiskVolumeSource cachingMode diskName diskURI fsType kind readOnly:flag
AzureFilePersistentVolumeSource readOnly:flag secretName secretNamespace shareName
AzureFileVolumeSource readOnly:flag secretName shareName
Binding apiVersion kind metadata:ObjectMeta target:ObjectReference
CSIDriver apiVersion kind metadata:ObjectMeta spec:CSIDriverSpec
CSIDriverSpec attachRequired:flag fsGroupPolicy nodeAllocatableUpdatePeriodSeconds:int64 podInfoOnMount:flag
 requiresRepublish:flag seLinuxMount:flag storageCapacity:flag tokenRequests:[]TokenRequest
 volumeLifecycleModes:[]text
CSINode apiVersion kind metadata:ObjectMeta spec:CSINodeSpec
CSINodeDriver allocatable:VolumeNodeResources name nodeID topologyKeys:[]text
CSINodeSpec drivers:[]CSINodeDriver
CSIPersistentVolumeSource controllerExpandSecretRef:SecretReference controllerPublishSecretRef:SecretReference driver
 fsType nodeExpandSecretRef:SecretReference nodePublishSecretRef:SecretReference nodeStageSecretRef:SecretReference
 readOnly:flag volumeAttributes:{}text volumeHandle
CSIStorageCapacity apiVersion capacity:quantity kind maximumVolumeSize:quantity metadata:ObjectMeta
 nodeTopology:LabelSelector storageClassName
CSIVolumeSource driver fsType nodePublishSecretRef:LocalObjectReference readOnly:flag volumeAttributes:{}text
Capabilities add:[]text drop:[]text
CephFSPersistentVolumeSource monitors:[]text path readOnly:flag secretFile secretRef:SecretReference user
CephFSVolumeSource monitors:[]text path readOnly:flag secretFile secretRef:LocalObjectReference user
CinderPersistentVolumeSource fsType readOnly:flag secretRef:SecretReference volumeID
CinderVolumeSource fsType readOnly:flag secretRef:LocalObjectReference volumeID
ClientIPConfig timeoutSeconds:int32
ClusterTrustBundleProjection labelSelector:LabelSelector name optional:flag path signerName
Condition lastTransitionTime:time message observedGeneration:int64 reason status type
ConfigMapEnvSource name optional:flag
ConfigMapKeySelector key name optional:flag
ConfigMapNodeConfigSource kubeletConfigKey name namespace resourceVersion uid
ConfigMapProjection items:[]KeyToPath name optional:flag
ConfigMapVolumeSource defaultMode:int32 items:[]KeyToPath name optional:flag
Container args:[]text command:[]text env:[]EnvVar envFrom:[]EnvFromSource image imagePullPolicy lifecycle:Lifecycle
 livenessProbe:Probe name ports:[]ContainerPort readinessProbe:Probe resizePolicy:[]ContainerResizePolicy
 resources:ResourceRequirements restartPolicy restartPolicyRules:[]ContainerRestartRule
 securityContext:SecurityContext startupProbe:Probe stdin:flag stdinOnce:flag terminationMessagePath
 terminationMessagePolicy tty:flag volumeDevices:[]VolumeDevice volumeMounts:[]VolumeMount workingDir
ContainerExtendedResourceRequest containerName requestName resourceName
ContainerImage names:[]text sizeBytes:int64
ContainerPort containerPort:int32 hostIP hostPort:int32 name protocol
ContainerResizePolicy resourceName restartPolicy
ContainerRestartRule action exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator values:[]int32
ContainerState running:ContainerStateRunning terminated:ContainerStateTerminated waiting:ContainerStateWaiting
ContainerStateRunning startedAt:time
ContainerStateTerminated containerID exitCode:int32 finishedAt:time message reason signal:int32 startedAt:time
ContainerStateWaiting message reason
ContainerStatus allocatedResources:{}quantity allocatedResourcesStatus:[]ResourceStatus containerID image imageID
 lastState:ContainerState name ready:flag resources:ResourceRequirements restartCount:int32 started:flag
 state:ContainerState stopSignal user:ContainerUser volumeMounts:[]VolumeMountStatus
ContainerUser linux:LinuxContainerUser
DaemonEndpoint Port:int32
DownwardAPIProjection items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile fieldRef:ObjectFieldSelector mode:int32 path resourceFieldRef:ResourceFieldSelector
DownwardAPIVolumeSource defaultMode:int32 items:[]DownwardAPIVolumeFile
EmptyDirVolumeSource medium sizeLimit:quantity
EnvFromSource configMapRef:ConfigMapEnvSource prefix secretRef:SecretEnvSource
EnvVar name value valueFrom:EnvVarSource
EnvVarSource configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector
 resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer args:[]text command:[]text env:[]EnvVar envFrom:[]EnvFromSource image imagePullPolicy
 lifecycle:Lifecycle livenessProbe:Probe name ports:[]ContainerPort readinessProbe:Probe
 resizePolicy:[]ContainerResizePolicy resources:ResourceRequirements restartPolicy
 restartPolicyRules:[]ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:flag
 stdinOnce:flag targetContainerName terminationMessagePath terminationMessagePolicy tty:flag
 volumeDevices:[]VolumeDevice volumeMounts:[]VolumeMount workingDir
EphemeralVolumeSource volumeClaimTemplate:PersistentVolumeClaimTemplate
ExecAction command:[]text
FCVolumeSource fsType lun:int32 readOnly:flag targetWWNs:[]text wwids:[]text
FileKeySelector key optional:flag path volumeName
FlexPersistentVolumeSource driver fsType options:{}text readOnly:flag secretRef:SecretReference
FlexVolumeSource driver fsType options:{}text readOnly:flag secretRef:LocalObjectReference
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource fsType partition:int32 pdName readOnly:flag
GRPCAction port:int32 service
GitRepoVolumeSource directory repository revision
GlusterfsPersistentVolumeSource endpoints endpointsNamespace path readOnly:flag
GlusterfsVolumeSource endpoints path readOnly:flag
HTTPGetAction host httpHeaders:[]HTTPHeader path port:intOrText scheme
HTTPHeader name value
HostAlias hostnames:[]text ip
HostIP ip
HostPathVolumeSource path type
ISCSIPersistentVolumeSource chapAuthDiscovery:flag chapAuthSession:flag fsType initiatorName iqn iscsiInterface
 lun:int32 portals:[]text readOnly:flag secretRef:SecretReference targetPortal
ISCSIVolumeSource chapAuthDiscovery:flag chapAuthSession:flag fsType initiatorName iqn iscsiInterface lun:int32
 portals:[]text readOnly:flag secretRef:LocalObjectReference targetPortal
ImageVolumeSource pullPolicy reference
KeyToPath key mode:int32 path
LabelSelector matchExpressions:[]LabelSelectorRequirement matchLabels:{}text
LabelSelectorRequirement key operator values:[]text
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler stopSignal
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction
LimitRange apiVersion kind metadata:ObjectMeta spec:LimitRangeSpec
LimitRangeItem default:{}quantity defaultRequest:{}quantity max:{}quantity maxLimitRequestRatio:{}quantity
 min:{}quantity type
LimitRangeSpec limits:[]LimitRangeItem
LinuxContainerUser gid:int64 supplementalGroups:[]int64 uid:int64
LoadBalancerIngress hostname ip ipMode ports:[]PortStatus
LoadBalancerStatus ingress:[]LoadBalancerIngress
LocalObjectReference name
LocalVolumeSource fsType path
ManagedFieldsEntry apiVersion fieldsType fieldsV1:any manager operation subresource time:time
ModifyVolumeStatus status targetVolumeAttributesClassName
NFSVolumeSource path readOnly:flag server
Namespace apiVersion kind metadata:ObjectMeta spec:NamespaceSpec status:NamespaceStatus
NamespaceCondition lastTransitionTime:time message reason status type
NamespaceSpec finalizers:[]text
NamespaceStatus conditions:[]NamespaceCondition phase
Node apiVersion kind metadata:ObjectMeta spec:NodeSpec status:NodeStatus
NodeAddress address type
NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
 requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeCondition lastHeartbeatTime:time lastTransitionTime:time message reason status type
NodeConfigSource configMap:ConfigMapNodeConfigSource
NodeConfigStatus active:NodeConfigSource assigned:NodeConfigSource error lastKnownGood:NodeConfigSource
NodeDaemonEndpoints kubeletEndpoint:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy:flag
NodeRuntimeHandler features:NodeRuntimeHandlerFeatures name
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:flag userNamespaces:flag
NodeSelector nodeSelectorTerms:[]NodeSelectorTerm
NodeSelectorRequirement key operator values:[]text
NodeSelectorTerm matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
NodeSpec configSource:NodeConfigSource externalID podCIDR podCIDRs:[]text providerID taints:[]Taint unschedulable:flag
NodeStatus addresses:[]NodeAddress allocatable:{}quantity capacity:{}quantity conditions:[]NodeCondition
 config:NodeConfigStatus daemonEndpoints:NodeDaemonEndpoints features:NodeFeatures images:[]ContainerImage
 nodeInfo:NodeSystemInfo phase runtimeHandlers:[]NodeRuntimeHandler volumesAttached:[]AttachedVolume
 volumesInUse:[]text
NodeSwapStatus capacity:int64
NodeSystemInfo architecture bootID containerRuntimeVersion kernelVersion kubeProxyVersion kubeletVersion machineID
 operatingSystem osImage swap:NodeSwapStatus systemUUID
ObjectFieldSelector apiVersion fieldPath
ObjectMeta annotations:{}text creationTimestamp:time deletionGracePeriodSeconds:int64 deletionTimestamp:time
 finalizers:[]text generateName generation:int64 labels:{}text managedFields:[]ManagedFieldsEntry name namespace
 ownerReferences:[]OwnerReference resourceVersion selfLink uid
ObjectReference apiVersion fieldPath kind name namespace resourceVersion uid
Overhead podFixed:{}quantity
OwnerReference apiVersion blockOwnerDeletion:flag controller:flag kind name uid
PersistentVolume apiVersion kind metadata:ObjectMeta spec:PersistentVolumeSpec status:PersistentVolumeStatus
PersistentVolumeClaim apiVersion kind metadata:ObjectMeta spec:PersistentVolumeClaimSpec
 status:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition lastProbeTime:time lastTransitionTime:time message reason status type
PersistentVolumeClaimSpec accessModes:[]text dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference
 resources:VolumeResourceRequirements selector:LabelSelector storageClassName volumeAttributesClassName volumeMode
 volumeName
PersistentVolumeClaimStatus accessModes:[]text allocatedResourceStatuses:{}text allocatedResources:{}quantity
 capacity:{}quantity conditions:[]PersistentVolumeClaimCondition currentVolumeAttributesClassName
 modifyVolumeStatus:ModifyVolumeStatus phase
PersistentVolumeClaimTemplate metadata:ObjectMeta spec:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName readOnly:flag
PersistentVolumeSpec accessModes:[]text awsElasticBlockStore:AWSElasticBlockStoreVolumeSource
 azureDisk:AzureDiskVolumeSource azureFile:AzureFilePersistentVolumeSource capacity:{}quantity
 cephfs:CephFSPersistentVolumeSource cinder:CinderPersistentVolumeSource claimRef:ObjectReference
 csi:CSIPersistentVolumeSource fc:FCVolumeSource flexVolume:FlexPersistentVolumeSource flocker:FlockerVolumeSource
 gcePersistentDisk:GCEPersistentDiskVolumeSource glusterfs:GlusterfsPersistentVolumeSource
 hostPath:HostPathVolumeSource iscsi:ISCSIPersistentVolumeSource local:LocalVolumeSource mountOptions:[]text
 nfs:NFSVolumeSource nodeAffinity:VolumeNodeAffinity persistentVolumeReclaimPolicy
 photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource quobyte:QuobyteVolumeSource
 rbd:RBDPersistentVolumeSource scaleIO:ScaleIOPersistentVolumeSource storageClassName
 storageos:StorageOSPersistentVolumeSource volumeAttributesClassName volumeMode
 vsphereVolume:VsphereVirtualDiskVolumeSource
PersistentVolumeStatus lastPhaseTransitionTime:time message phase reason
PhotonPersistentDiskVolumeSource fsType pdID
Pod apiVersion kind metadata:ObjectMeta spec:PodSpec status:PodStatus
PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodAffinityTerm labelSelector:LabelSelector matchLabelKeys:[]text mismatchLabelKeys:[]text
 namespaceSelector:LabelSelector namespaces:[]text topologyKey
PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodCertificateProjection certificateChainPath credentialBundlePath keyPath keyType maxExpirationSeconds:int32
 signerName
PodCondition lastProbeTime:time lastTransitionTime:time message observedGeneration:int64 reason status type
PodDNSConfig nameservers:[]text options:[]PodDNSConfigOption searches:[]text
PodDNSConfigOption name value
PodDisruptionBudget apiVersion kind metadata:ObjectMeta spec:PodDisruptionBudgetSpec status:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec maxUnavailable:intOrText minAvailable:intOrText selector:LabelSelector
 unhealthyPodEvictionPolicy
PodDisruptionBudgetStatus conditions:[]Condition currentHealthy:int32 desiredHealthy:int32 disruptedPods:{}time
 disruptionsAllowed:int32 expectedPods:int32 observedGeneration:int64
PodExtendedResourceClaimStatus requestMappings:[]ContainerExtendedResourceRequest resourceClaimName
PodIP ip
PodOS name
PodReadinessGate conditionType
PodResourceClaim name resourceClaimName resourceClaimTemplateName
PodResourceClaimStatus name resourceClaimName
PodSchedulingGate name
PodSecurityContext appArmorProfile:AppArmorProfile fsGroup:int64 fsGroupChangePolicy runAsGroup:int64
 runAsNonRoot:flag runAsUser:int64 seLinuxChangePolicy seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile
 supplementalGroups:[]int64 supplementalGroupsPolicy sysctls:[]Sysctl windowsOptions:WindowsSecurityContextOptions
PodSpec activeDeadlineSeconds:int64 affinity:Affinity automountServiceAccountToken:flag containers:[]Container
 dnsConfig:PodDNSConfig dnsPolicy enableServiceLinks:flag ephemeralContainers:[]EphemeralContainer
 hostAliases:[]HostAlias hostIPC:flag hostNetwork:flag hostPID:flag hostUsers:flag hostname hostnameOverride
 imagePullSecrets:[]LocalObjectReference initContainers:[]Container nodeName nodeSelector:{}text os:PodOS
 overhead:{}quantity preemptionPolicy priority:int32 priorityClassName readinessGates:[]PodReadinessGate
 resourceClaims:[]PodResourceClaim resources:ResourceRequirements restartPolicy runtimeClassName schedulerName
 schedulingGates:[]PodSchedulingGate securityContext:PodSecurityContext serviceAccount serviceAccountName
 setHostnameAsFQDN:flag shareProcessNamespace:flag subdomain terminationGracePeriodSeconds:int64
 tolerations:[]Toleration topologySpreadConstraints:[]TopologySpreadConstraint volumes:[]Volume
PodStatus conditions:[]PodCondition containerStatuses:[]ContainerStatus ephemeralContainerStatuses:[]ContainerStatus
 extendedResourceClaimStatus:PodExtendedResourceClaimStatus hostIP hostIPs:[]HostIP
 initContainerStatuses:[]ContainerStatus message nominatedNodeName observedGeneration:int64 phase podIP podIPs:[]PodIP
 qosClass reason resize resourceClaimStatuses:[]PodResourceClaimStatus startTime:time
PodTemplateSpec metadata:ObjectMeta spec:PodSpec
PortStatus error port:int32 protocol
PortworxVolumeSource fsType readOnly:flag volumeID
PreferredSchedulingTerm preference:NodeSelectorTerm weight:int32
PriorityClass apiVersion description globalDefault:flag kind metadata:ObjectMeta preemptionPolicy value:int32
Probe exec:ExecAction failureThreshold:int32 grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:int32
 periodSeconds:int32 successThreshold:int32 tcpSocket:TCPSocketAction terminationGracePeriodSeconds:int64
 timeoutSeconds:int32
ProjectedVolumeSource defaultMode:int32 sources:[]VolumeProjection
QuobyteVolumeSource group readOnly:flag registry tenant user volume
RBDPersistentVolumeSource fsType image keyring monitors:[]text pool readOnly:flag secretRef:SecretReference user
RBDVolumeSource fsType image keyring monitors:[]text pool readOnly:flag secretRef:LocalObjectReference user
ReplicaSet apiVersion kind metadata:ObjectMeta spec:ReplicaSetSpec status:ReplicaSetStatus
ReplicaSetCondition lastTransitionTime:time message reason status type
ReplicaSetSpec minReadySeconds:int32 replicas:int32 selector:LabelSelector template:PodTemplateSpec
ReplicaSetStatus availableReplicas:int32 conditions:[]ReplicaSetCondition fullyLabeledReplicas:int32
 observedGeneration:int64 readyReplicas:int32 replicas:int32 terminatingReplicas:int32
ReplicationController apiVersion kind metadata:ObjectMeta spec:ReplicationControllerSpec
 status:ReplicationControllerStatus
ReplicationControllerCondition lastTransitionTime:time message reason status type
ReplicationControllerSpec minReadySeconds:int32 replicas:int32 selector:{}text template:PodTemplateSpec
ReplicationControllerStatus availableReplicas:int32 conditions:[]ReplicationControllerCondition
 fullyLabeledReplicas:int32 observedGeneration:int64 readyReplicas:int32 replicas:int32
ResourceClaim name request
ResourceFieldSelector containerName divisor:quantity resource
ResourceHealth health resourceID
ResourceQuota apiVersion kind metadata:ObjectMeta spec:ResourceQuotaSpec status:ResourceQuotaStatus
ResourceQuotaSpec hard:{}quantity scopeSelector:ScopeSelector scopes:[]text
ResourceQuotaStatus hard:{}quantity used:{}quantity
ResourceRequirements claims:[]ResourceClaim limits:{}quantity requests:{}quantity
ResourceStatus name resources:[]ResourceHealth
RollingUpdateStatefulSetStrategy maxUnavailable:intOrText partition:int32
RuntimeClass apiVersion handler kind metadata:ObjectMeta overhead:Overhead scheduling:Scheduling
SELinuxOptions level role type user
ScaleIOPersistentVolumeSource fsType gateway protectionDomain readOnly:flag secretRef:SecretReference sslEnabled:flag
 storageMode storagePool system volumeName
ScaleIOVolumeSource fsType gateway protectionDomain readOnly:flag secretRef:LocalObjectReference sslEnabled:flag
 storageMode storagePool system volumeName
Scheduling nodeSelector:{}text tolerations:[]Toleration
ScopeSelector matchExpressions:[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement operator scopeName values:[]text
SeccompProfile localhostProfile type
SecretEnvSource name optional:flag
SecretKeySelector key name optional:flag
SecretProjection items:[]KeyToPath name optional:flag
SecretReference name namespace
SecretVolumeSource defaultMode:int32 items:[]KeyToPath optional:flag secretName
SecurityContext allowPrivilegeEscalation:flag appArmorProfile:AppArmorProfile capabilities:Capabilities
 privileged:flag procMount readOnlyRootFilesystem:flag runAsGroup:int64 runAsNonRoot:flag runAsUser:int64
 seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions
Service apiVersion kind metadata:ObjectMeta spec:ServiceSpec status:ServiceStatus
ServiceAccountTokenProjection audience expirationSeconds:int64 path
ServicePort appProtocol name nodePort:int32 port:int32 protocol targetPort:intOrText
ServiceSpec allocateLoadBalancerNodePorts:flag clusterIP clusterIPs:[]text externalIPs:[]text externalName
 externalTrafficPolicy healthCheckNodePort:int32 internalTrafficPolicy ipFamilies:[]text ipFamilyPolicy
 loadBalancerClass loadBalancerIP loadBalancerSourceRanges:[]text ports:[]ServicePort publishNotReadyAddresses:flag
 selector:{}text sessionAffinity sessionAffinityConfig:SessionAffinityConfig trafficDistribution type
ServiceStatus conditions:[]Condition loadBalancer:LoadBalancerStatus
SessionAffinityConfig clientIP:ClientIPConfig
SleepAction seconds:int64
StatefulSet apiVersion kind metadata:ObjectMeta spec:StatefulSetSpec status:StatefulSetStatus
StatefulSetCondition lastTransitionTime:time message reason status type
StatefulSetOrdinals start:int32
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
StatefulSetSpec minReadySeconds:int32 ordinals:StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy
 replicas:int32 revisionHistoryLimit:int32 selector:LabelSelector serviceName template:PodTemplateSpec
 updateStrategy:StatefulSetUpdateStrategy volumeClaimTemplates:[]PersistentVolumeClaim
StatefulSetStatus availableReplicas:int32 collisionCount:int32 conditions:[]StatefulSetCondition currentReplicas:int32
 currentRevision observedGeneration:int64 readyReplicas:int32 replicas:int32 updateRevision updatedReplicas:int32
StatefulSetUpdateStrategy rollingUpdate:RollingUpdateStatefulSetStrategy type
StorageClass allowVolumeExpansion:flag allowedTopologies:[]TopologySelectorTerm apiVersion kind metadata:ObjectMeta
 mountOptions:[]text parameters:{}text provisioner reclaimPolicy volumeBindingMode
StorageOSPersistentVolumeSource fsType readOnly:flag secretRef:ObjectReference volumeName volumeNamespace
StorageOSVolumeSource fsType readOnly:flag secretRef:LocalObjectReference volumeName volumeNamespace
Sysctl name value
TCPSocketAction host port:intOrText
Taint effect key timeAdded:time value
TokenRequest audience expirationSeconds:int64
Toleration effect key operator tolerationSeconds:int64 value
TopologySelectorLabelRequirement key values:[]text
TopologySelectorTerm matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySpreadConstraint labelSelector:LabelSelector matchLabelKeys:[]text maxSkew:int32 minDomains:int32
 nodeAffinityPolicy nodeTaintsPolicy topologyKey whenUnsatisfiable
TypedLocalObjectReference apiGroup kind name
TypedObjectReference apiGroup kind name namespace
Volume awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource
 azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource
 csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource
 fc:FCVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource
 gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource
 hostPath:HostPathVolumeSource image:ImageVolumeSource iscsi:ISCSIVolumeSource name nfs:NFSVolumeSource
 persistentVolumeClaim:PersistentVolumeClaimVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource
 portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource
 scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource
 vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeAttachment apiVersion kind metadata:ObjectMeta spec:VolumeAttachmentSpec status:VolumeAttachmentStatus
VolumeAttachmentSource inlineVolumeSpec:PersistentVolumeSpec persistentVolumeName
VolumeAttachmentSpec attacher nodeName source:VolumeAttachmentSource
VolumeAttachmentStatus attachError:VolumeError attached:flag attachmentMetadata:{}text detachError:VolumeError
VolumeDevice devicePath name
VolumeError errorCode:int32 message time:time
VolumeMount mountPath mountPropagation name readOnly:flag recursiveReadOnly subPath subPathExpr
VolumeMountStatus mountPath name readOnly:flag recursiveReadOnly
VolumeNodeAffinity required:NodeSelector
VolumeNodeResources count:int32
VolumeProjection clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection
 downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection
 serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements limits:{}quantity requests:{}quantity
VsphereVirtualDiskVolumeSource fsType storagePolicyID storagePolicyName volumePath
WeightedPodAffinityTerm podAffinityTerm:PodAffinityTerm weight:int32
WindowsSecurityContextOptions gmsaCredentialSpec gmsaCredentialSpecName hostProcess:flag runAsUserName
`;
