/**
 * The types of Kubernetes v1.34 behind the kinds of its served groups. A line without a space is a package; under it,
 * one type a line: its name and its fields. `field-table.ts` reads it, and describes the words. Written by
 * `npm run kubernetes-fields`; not to be edited.
 */
export const KUBERNETES_TYPES = `
io.k8s.api.apps.v1
ControllerRevision apiVersion data:any kind metadata:ObjectMeta revision!:int64
DaemonSet apiVersion kind metadata:ObjectMeta spec:DaemonSetSpec status:DaemonSetStatus
DaemonSetCondition lastTransitionTime:time message reason status! type!
DaemonSetSpec minReadySeconds:int32 revisionHistoryLimit:int32 selector!:LabelSelector template!:PodTemplateSpec
 updateStrategy:DaemonSetUpdateStrategy
DaemonSetStatus collisionCount:int32 conditions:[]DaemonSetCondition;keys=type;patch=merge;by=type
 currentNumberScheduled!:int32 desiredNumberScheduled!:int32 numberAvailable:int32 numberMisscheduled!:int32
 numberReady!:int32 numberUnavailable:int32 observedGeneration:int64 updatedNumberScheduled:int32
DaemonSetUpdateStrategy rollingUpdate:RollingUpdateDaemonSet type
Deployment apiVersion kind metadata:ObjectMeta spec:DeploymentSpec status:DeploymentStatus
DeploymentCondition lastTransitionTime:time lastUpdateTime:time message reason status! type!
DeploymentSpec minReadySeconds:int32 paused:flag progressDeadlineSeconds:int32 replicas:int32
 revisionHistoryLimit:int32 selector!:LabelSelector strategy:DeploymentStrategy;patch=retainKeys
 template!:PodTemplateSpec
DeploymentStatus availableReplicas:int32 collisionCount:int32
 conditions:[]DeploymentCondition;keys=type;patch=merge;by=type observedGeneration:int64 readyReplicas:int32
 replicas:int32 terminatingReplicas:int32 unavailableReplicas:int32 updatedReplicas:int32
DeploymentStrategy rollingUpdate:RollingUpdateDeployment type
ReplicaSet apiVersion kind metadata:ObjectMeta spec:ReplicaSetSpec status:ReplicaSetStatus
ReplicaSetCondition lastTransitionTime:time message reason status! type!
ReplicaSetSpec minReadySeconds:int32 replicas:int32 selector!:LabelSelector template:PodTemplateSpec
ReplicaSetStatus availableReplicas:int32 conditions:[]ReplicaSetCondition;keys=type;patch=merge;by=type
 fullyLabeledReplicas:int32 observedGeneration:int64 readyReplicas:int32 replicas!:int32 terminatingReplicas:int32
RollingUpdateDaemonSet maxSurge:intOrText maxUnavailable:intOrText
RollingUpdateDeployment maxSurge:intOrText maxUnavailable:intOrText
RollingUpdateStatefulSetStrategy maxUnavailable:intOrText partition:int32
StatefulSet apiVersion kind metadata:ObjectMeta spec:StatefulSetSpec status:StatefulSetStatus
StatefulSetCondition lastTransitionTime:time message reason status! type!
StatefulSetOrdinals start:int32;default=0
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
StatefulSetSpec minReadySeconds:int32 ordinals:StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy
 replicas:int32 revisionHistoryLimit:int32 selector!:LabelSelector serviceName;default="" template!:PodTemplateSpec
 updateStrategy:StatefulSetUpdateStrategy volumeClaimTemplates:[]PersistentVolumeClaim
StatefulSetStatus availableReplicas:int32;default=0 collisionCount:int32
 conditions:[]StatefulSetCondition;keys=type;patch=merge;by=type currentReplicas:int32 currentRevision
 observedGeneration:int64 readyReplicas:int32 replicas!:int32 updateRevision updatedReplicas:int32
StatefulSetUpdateStrategy rollingUpdate:RollingUpdateStatefulSetStrategy type
io.k8s.api.authentication.v1
BoundObjectReference apiVersion kind name uid
SelfSubjectReview apiVersion kind metadata:ObjectMeta status:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo:UserInfo
authentication.v1.TokenRequest apiVersion kind metadata:ObjectMeta spec!:TokenRequestSpec status:TokenRequestStatus
TokenRequestSpec audiences!:[]text boundObjectRef:BoundObjectReference expirationSeconds:int64
TokenRequestStatus expirationTimestamp!:time token!
TokenReview apiVersion kind metadata:ObjectMeta spec!:TokenReviewSpec status:TokenReviewStatus
TokenReviewSpec audiences:[]text token
TokenReviewStatus audiences:[]text authenticated:flag error user:UserInfo
UserInfo extra:{}[]text groups:[]text uid username
io.k8s.api.authorization.v1
FieldSelectorAttributes rawSelector requirements:[]FieldSelectorRequirement
LabelSelectorAttributes rawSelector requirements:[]LabelSelectorRequirement
LocalSubjectAccessReview apiVersion kind metadata:ObjectMeta spec!:SubjectAccessReviewSpec
 status:SubjectAccessReviewStatus
NonResourceAttributes path verb
NonResourceRule nonResourceURLs:[]text verbs!:[]text
ResourceAttributes fieldSelector:FieldSelectorAttributes group labelSelector:LabelSelectorAttributes name namespace
 resource subresource verb version
ResourceRule apiGroups:[]text resourceNames:[]text resources:[]text verbs!:[]text
SelfSubjectAccessReview apiVersion kind metadata:ObjectMeta spec!:SelfSubjectAccessReviewSpec
 status:SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec nonResourceAttributes:NonResourceAttributes resourceAttributes:ResourceAttributes
SelfSubjectRulesReview apiVersion kind metadata:ObjectMeta spec!:SelfSubjectRulesReviewSpec
 status:SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace
SubjectAccessReview apiVersion kind metadata:ObjectMeta spec!:SubjectAccessReviewSpec status:SubjectAccessReviewStatus
SubjectAccessReviewSpec extra:{}[]text groups:[]text nonResourceAttributes:NonResourceAttributes
 resourceAttributes:ResourceAttributes uid user
SubjectAccessReviewStatus allowed!:flag denied:flag evaluationError reason
SubjectRulesReviewStatus evaluationError incomplete!:flag nonResourceRules!:[]NonResourceRule
 resourceRules!:[]ResourceRule
io.k8s.api.autoscaling.v1
autoscaling.v1.CrossVersionObjectReference;atomic apiVersion kind! name!
autoscaling.v1.HorizontalPodAutoscaler apiVersion kind metadata:ObjectMeta
 spec:autoscaling.v1.HorizontalPodAutoscalerSpec status:autoscaling.v1.HorizontalPodAutoscalerStatus
autoscaling.v1.HorizontalPodAutoscalerSpec maxReplicas!:int32 minReplicas:int32
 scaleTargetRef!:autoscaling.v1.CrossVersionObjectReference targetCPUUtilizationPercentage:int32
autoscaling.v1.HorizontalPodAutoscalerStatus currentCPUUtilizationPercentage:int32 currentReplicas!:int32
 desiredReplicas!:int32 lastScaleTime:time observedGeneration:int64
Scale apiVersion kind metadata:ObjectMeta spec:ScaleSpec status:ScaleStatus
ScaleSpec replicas:int32;default=0
ScaleStatus replicas!:int32 selector
io.k8s.api.autoscaling.v2
ContainerResourceMetricSource container! name! target!:MetricTarget
ContainerResourceMetricStatus container! current!:MetricValueStatus name!
autoscaling.v2.CrossVersionObjectReference apiVersion kind! name!
ExternalMetricSource metric!:MetricIdentifier target!:MetricTarget
ExternalMetricStatus current!:MetricValueStatus metric!:MetricIdentifier
HPAScalingPolicy periodSeconds!:int32 type! value!:int32
HPAScalingRules policies:[]HPAScalingPolicy selectPolicy stabilizationWindowSeconds:int32 tolerance:quantity
autoscaling.v2.HorizontalPodAutoscaler apiVersion kind metadata:ObjectMeta
 spec:autoscaling.v2.HorizontalPodAutoscalerSpec status:autoscaling.v2.HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleDown:HPAScalingRules scaleUp:HPAScalingRules
HorizontalPodAutoscalerCondition lastTransitionTime:time message reason status! type!
autoscaling.v2.HorizontalPodAutoscalerSpec behavior:HorizontalPodAutoscalerBehavior maxReplicas!:int32
 metrics:[]MetricSpec minReplicas:int32 scaleTargetRef!:autoscaling.v2.CrossVersionObjectReference
autoscaling.v2.HorizontalPodAutoscalerStatus
 conditions:[]HorizontalPodAutoscalerCondition;keys=type;patch=merge;by=type currentMetrics:[]MetricStatus
 currentReplicas:int32 desiredReplicas!:int32 lastScaleTime:time observedGeneration:int64
MetricIdentifier name! selector:LabelSelector
MetricSpec containerResource:ContainerResourceMetricSource external:ExternalMetricSource object:ObjectMetricSource
 pods:PodsMetricSource resource:ResourceMetricSource type!
MetricStatus containerResource:ContainerResourceMetricStatus external:ExternalMetricStatus object:ObjectMetricStatus
 pods:PodsMetricStatus resource:ResourceMetricStatus type!
MetricTarget averageUtilization:int32 averageValue:quantity type! value:quantity
MetricValueStatus averageUtilization:int32 averageValue:quantity value:quantity
ObjectMetricSource describedObject!:autoscaling.v2.CrossVersionObjectReference metric!:MetricIdentifier
 target!:MetricTarget
ObjectMetricStatus current!:MetricValueStatus describedObject!:autoscaling.v2.CrossVersionObjectReference
 metric!:MetricIdentifier
PodsMetricSource metric!:MetricIdentifier target!:MetricTarget
PodsMetricStatus current!:MetricValueStatus metric!:MetricIdentifier
ResourceMetricSource name! target!:MetricTarget
ResourceMetricStatus current!:MetricValueStatus name!
io.k8s.api.batch.v1
CronJob apiVersion kind metadata:ObjectMeta spec:CronJobSpec status:CronJobStatus
CronJobSpec concurrencyPolicy failedJobsHistoryLimit:int32 jobTemplate!:JobTemplateSpec schedule!
 startingDeadlineSeconds:int64 successfulJobsHistoryLimit:int32 suspend:flag timeZone
CronJobStatus active:[]ObjectReference lastScheduleTime:time lastSuccessfulTime:time
Job apiVersion kind metadata:ObjectMeta spec:JobSpec status:JobStatus
JobCondition lastProbeTime:time lastTransitionTime:time message reason status! type!
JobSpec activeDeadlineSeconds:int64 backoffLimit:int32 backoffLimitPerIndex:int32 completionMode completions:int32
 managedBy manualSelector:flag maxFailedIndexes:int32 parallelism:int32 podFailurePolicy:PodFailurePolicy
 podReplacementPolicy selector:LabelSelector successPolicy:SuccessPolicy suspend:flag template!:PodTemplateSpec
 ttlSecondsAfterFinished:int32
JobStatus active:int32 completedIndexes completionTime:time conditions:[]JobCondition;patch=merge;by=type failed:int32
 failedIndexes ready:int32 startTime:time succeeded:int32 terminating:int32
 uncountedTerminatedPods:UncountedTerminatedPods
JobTemplateSpec metadata:ObjectMeta spec:JobSpec
PodFailurePolicy rules!:[]PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement containerName operator! values!:[]int32;set
PodFailurePolicyOnPodConditionsPattern status! type!
PodFailurePolicyRule action! onExitCodes:PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules!:[]SuccessPolicyRule
SuccessPolicyRule succeededCount:int32 succeededIndexes
UncountedTerminatedPods failed:[]text;set succeeded:[]text;set
io.k8s.api.coordination.v1
Lease apiVersion kind metadata:ObjectMeta spec:LeaseSpec
LeaseSpec acquireTime:microTime holderIdentity leaseDurationSeconds:int32 leaseTransitions:int32 preferredHolder
 renewTime:microTime strategy
io.k8s.api.core.v1
AWSElasticBlockStoreVolumeSource fsType partition:int32 readOnly:flag volumeID!
Affinity nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AppArmorProfile;union=type,localhostProfile:LocalhostProfile localhostProfile type!
AttachedVolume devicePath! name!
AzureDiskVolumeSource cachingMode;default="ReadWrite" diskName! diskURI! fsType;default="ext4" kind;default="Shared"
 readOnly:flag;default=false
AzureFilePersistentVolumeSource readOnly:flag secretName! secretNamespace shareName!
AzureFileVolumeSource readOnly:flag secretName! shareName!
Binding apiVersion kind metadata:ObjectMeta target!:ObjectReference
CSIPersistentVolumeSource controllerExpandSecretRef:SecretReference controllerPublishSecretRef:SecretReference driver!
 fsType nodeExpandSecretRef:SecretReference nodePublishSecretRef:SecretReference nodeStageSecretRef:SecretReference
 readOnly:flag volumeAttributes:{}text volumeHandle!
CSIVolumeSource driver! fsType nodePublishSecretRef:LocalObjectReference readOnly:flag volumeAttributes:{}text
Capabilities add:[]text drop:[]text
CephFSPersistentVolumeSource monitors!:[]text path readOnly:flag secretFile secretRef:SecretReference user
CephFSVolumeSource monitors!:[]text path readOnly:flag secretFile secretRef:LocalObjectReference user
CinderPersistentVolumeSource fsType readOnly:flag secretRef:SecretReference volumeID!
CinderVolumeSource fsType readOnly:flag secretRef:LocalObjectReference volumeID!
ClientIPConfig timeoutSeconds:int32
ClusterTrustBundleProjection labelSelector:LabelSelector name optional:flag path! signerName
ComponentCondition error message status! type!
ComponentStatus apiVersion conditions:[]ComponentCondition;keys=type;patch=merge;by=type kind metadata:ObjectMeta
ConfigMap apiVersion binaryData:{}bytes data:{}text immutable:flag kind metadata:ObjectMeta
ConfigMapEnvSource name;default="" optional:flag
ConfigMapKeySelector;atomic key! name;default="" optional:flag
ConfigMapNodeConfigSource kubeletConfigKey! name! namespace! resourceVersion uid
ConfigMapProjection items:[]KeyToPath name;default="" optional:flag
ConfigMapVolumeSource defaultMode:int32 items:[]KeyToPath name;default="" optional:flag
Container args:[]text command:[]text env:[]EnvVar;keys=name;patch=merge;by=name envFrom:[]EnvFromSource image
 imagePullPolicy lifecycle:Lifecycle livenessProbe:Probe name!
 ports:[]ContainerPort;keys=containerPort,protocol;patch=merge;by=containerPort readinessProbe:Probe
 resizePolicy:[]ContainerResizePolicy resources:ResourceRequirements restartPolicy
 restartPolicyRules:[]ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:flag
 stdinOnce:flag terminationMessagePath terminationMessagePolicy tty:flag
 volumeDevices:[]VolumeDevice;keys=devicePath;patch=merge;by=devicePath
 volumeMounts:[]VolumeMount;keys=mountPath;patch=merge;by=mountPath workingDir
ContainerExtendedResourceRequest containerName! requestName! resourceName!
ContainerImage names:[]text sizeBytes:int64
ContainerPort containerPort!:int32 hostIP hostPort:int32 name protocol;default="TCP"
ContainerResizePolicy resourceName! restartPolicy!
ContainerRestartRule action!;undefaulted exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator!;undefaulted values:[]int32;set
ContainerState running:ContainerStateRunning terminated:ContainerStateTerminated waiting:ContainerStateWaiting
ContainerStateRunning startedAt:time
ContainerStateTerminated containerID exitCode!:int32 finishedAt:time message reason signal:int32 startedAt:time
ContainerStateWaiting message reason
ContainerStatus allocatedResources:{}quantity allocatedResourcesStatus:[]ResourceStatus;keys=name;patch=merge;by=name
 containerID image! imageID! lastState:ContainerState name! ready!:flag resources:ResourceRequirements
 restartCount!:int32 started:flag state:ContainerState stopSignal user:ContainerUser
 volumeMounts:[]VolumeMountStatus;keys=mountPath;patch=merge;by=mountPath
ContainerUser linux:LinuxContainerUser
DaemonEndpoint Port!:int32
DownwardAPIProjection items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile fieldRef:ObjectFieldSelector mode:int32 path! resourceFieldRef:ResourceFieldSelector
DownwardAPIVolumeSource defaultMode:int32 items:[]DownwardAPIVolumeFile
EmptyDirVolumeSource medium sizeLimit:quantity
EndpointAddress;atomic hostname ip! nodeName targetRef:ObjectReference
core.v1.EndpointPort;atomic appProtocol name port!:int32 protocol
EndpointSubset addresses:[]EndpointAddress notReadyAddresses:[]EndpointAddress ports:[]core.v1.EndpointPort
Endpoints apiVersion kind metadata:ObjectMeta subsets:[]EndpointSubset
EnvFromSource configMapRef:ConfigMapEnvSource prefix secretRef:SecretEnvSource
EnvVar name! value valueFrom:EnvVarSource
EnvVarSource configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector
 resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer args:[]text command:[]text env:[]EnvVar;keys=name;patch=merge;by=name envFrom:[]EnvFromSource image
 imagePullPolicy lifecycle:Lifecycle livenessProbe:Probe name!
 ports:[]ContainerPort;keys=containerPort,protocol;patch=merge;by=containerPort readinessProbe:Probe
 resizePolicy:[]ContainerResizePolicy resources:ResourceRequirements restartPolicy
 restartPolicyRules:[]ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:flag
 stdinOnce:flag targetContainerName terminationMessagePath terminationMessagePolicy tty:flag
 volumeDevices:[]VolumeDevice;keys=devicePath;patch=merge;by=devicePath
 volumeMounts:[]VolumeMount;keys=mountPath;patch=merge;by=mountPath workingDir
EphemeralVolumeSource volumeClaimTemplate:PersistentVolumeClaimTemplate
core.v1.Event action apiVersion count:int32 eventTime:microTime firstTimestamp:time involvedObject!:ObjectReference
 kind lastTimestamp:time message metadata!:ObjectMeta reason related:ObjectReference reportingComponent;default=""
 reportingInstance;default="" series:core.v1.EventSeries source:EventSource type
core.v1.EventSeries count:int32 lastObservedTime:microTime
EventSource component host
ExecAction command:[]text
FCVolumeSource fsType lun:int32 readOnly:flag targetWWNs:[]text wwids:[]text
FileKeySelector;atomic key! optional:flag;default=false path! volumeName!
FlexPersistentVolumeSource driver! fsType options:{}text readOnly:flag secretRef:SecretReference
FlexVolumeSource driver! fsType options:{}text readOnly:flag secretRef:LocalObjectReference
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource fsType partition:int32 pdName! readOnly:flag
GRPCAction port!:int32 service;default=""
GitRepoVolumeSource directory repository! revision
GlusterfsPersistentVolumeSource endpoints! endpointsNamespace path! readOnly:flag
GlusterfsVolumeSource endpoints! path! readOnly:flag
HTTPGetAction host httpHeaders:[]HTTPHeader path port!:intOrText scheme
HTTPHeader name! value!
HostAlias hostnames:[]text ip!
HostIP ip!
HostPathVolumeSource path! type
ISCSIPersistentVolumeSource chapAuthDiscovery:flag chapAuthSession:flag fsType initiatorName iqn!
 iscsiInterface;default="default" lun!:int32 portals:[]text readOnly:flag secretRef:SecretReference targetPortal!
ISCSIVolumeSource chapAuthDiscovery:flag chapAuthSession:flag fsType initiatorName iqn!
 iscsiInterface;default="default" lun!:int32 portals:[]text readOnly:flag secretRef:LocalObjectReference targetPortal!
ImageVolumeSource pullPolicy reference
KeyToPath key! mode:int32 path!
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler stopSignal
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction
LimitRange apiVersion kind metadata:ObjectMeta spec:LimitRangeSpec
LimitRangeItem default:{}quantity defaultRequest:{}quantity max:{}quantity maxLimitRequestRatio:{}quantity
 min:{}quantity type!
LimitRangeSpec limits!:[]LimitRangeItem
LinuxContainerUser gid!:int64 supplementalGroups:[]int64 uid!:int64
LoadBalancerIngress hostname ip ipMode ports:[]PortStatus
LoadBalancerStatus ingress:[]LoadBalancerIngress
LocalObjectReference;atomic name;default=""
LocalVolumeSource fsType path!
ModifyVolumeStatus status! targetVolumeAttributesClassName
NFSVolumeSource path! readOnly:flag server!
Namespace apiVersion kind metadata:ObjectMeta spec:NamespaceSpec status:NamespaceStatus
NamespaceCondition lastTransitionTime:time message reason status! type!
NamespaceSpec finalizers:[]text
NamespaceStatus conditions:[]NamespaceCondition;keys=type;patch=merge;by=type phase
Node apiVersion kind metadata:ObjectMeta spec:NodeSpec status:NodeStatus
NodeAddress address! type!
NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
 requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeCondition lastHeartbeatTime:time lastTransitionTime:time message reason status! type!
NodeConfigSource configMap:ConfigMapNodeConfigSource
NodeConfigStatus active:NodeConfigSource assigned:NodeConfigSource error lastKnownGood:NodeConfigSource
NodeDaemonEndpoints kubeletEndpoint:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy:flag
NodeRuntimeHandler features:NodeRuntimeHandlerFeatures name;default=""
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:flag userNamespaces:flag
NodeSelector;atomic nodeSelectorTerms!:[]NodeSelectorTerm
NodeSelectorRequirement key! operator! values:[]text
NodeSelectorTerm;atomic matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
NodeSpec configSource:NodeConfigSource externalID podCIDR podCIDRs:[]text;set;patch=merge providerID taints:[]Taint
 unschedulable:flag
NodeStatus addresses:[]NodeAddress;keys=type;patch=merge;by=type allocatable:{}quantity capacity:{}quantity
 conditions:[]NodeCondition;keys=type;patch=merge;by=type config:NodeConfigStatus daemonEndpoints:NodeDaemonEndpoints
 features:NodeFeatures images:[]ContainerImage nodeInfo:NodeSystemInfo phase runtimeHandlers:[]NodeRuntimeHandler
 volumesAttached:[]AttachedVolume volumesInUse:[]text
NodeSwapStatus capacity:int64
NodeSystemInfo architecture! bootID! containerRuntimeVersion! kernelVersion! kubeProxyVersion! kubeletVersion!
 machineID! operatingSystem! osImage! swap:NodeSwapStatus systemUUID!
ObjectFieldSelector;atomic apiVersion fieldPath!
ObjectReference;atomic apiVersion fieldPath kind name namespace resourceVersion uid
PersistentVolume apiVersion kind metadata:ObjectMeta spec:PersistentVolumeSpec status:PersistentVolumeStatus
PersistentVolumeClaim apiVersion kind metadata:ObjectMeta spec:PersistentVolumeClaimSpec
 status:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition lastProbeTime:time lastTransitionTime:time message reason status! type!
PersistentVolumeClaimSpec accessModes:[]text dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference
 resources:VolumeResourceRequirements selector:LabelSelector storageClassName volumeAttributesClassName volumeMode
 volumeName
PersistentVolumeClaimStatus accessModes:[]text allocatedResourceStatuses:{}text;granular allocatedResources:{}quantity
 capacity:{}quantity conditions:[]PersistentVolumeClaimCondition;keys=type;patch=merge;by=type
 currentVolumeAttributesClassName modifyVolumeStatus:ModifyVolumeStatus phase
PersistentVolumeClaimTemplate metadata:ObjectMeta spec!:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName! readOnly:flag
PersistentVolumeSpec accessModes:[]text awsElasticBlockStore:AWSElasticBlockStoreVolumeSource
 azureDisk:AzureDiskVolumeSource azureFile:AzureFilePersistentVolumeSource capacity:{}quantity
 cephfs:CephFSPersistentVolumeSource cinder:CinderPersistentVolumeSource claimRef:ObjectReference;granular
 csi:CSIPersistentVolumeSource fc:FCVolumeSource flexVolume:FlexPersistentVolumeSource flocker:FlockerVolumeSource
 gcePersistentDisk:GCEPersistentDiskVolumeSource glusterfs:GlusterfsPersistentVolumeSource
 hostPath:HostPathVolumeSource iscsi:ISCSIPersistentVolumeSource local:LocalVolumeSource mountOptions:[]text
 nfs:NFSVolumeSource nodeAffinity:VolumeNodeAffinity persistentVolumeReclaimPolicy
 photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource quobyte:QuobyteVolumeSource
 rbd:RBDPersistentVolumeSource scaleIO:ScaleIOPersistentVolumeSource storageClassName
 storageos:StorageOSPersistentVolumeSource volumeAttributesClassName volumeMode
 vsphereVolume:VsphereVirtualDiskVolumeSource
PersistentVolumeStatus lastPhaseTransitionTime:time message phase reason
PhotonPersistentDiskVolumeSource fsType pdID!
Pod apiVersion kind metadata:ObjectMeta spec:PodSpec status:PodStatus
PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodAffinityTerm labelSelector:LabelSelector matchLabelKeys:[]text mismatchLabelKeys:[]text
 namespaceSelector:LabelSelector namespaces:[]text topologyKey!
PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodCertificateProjection certificateChainPath credentialBundlePath keyPath keyType!;undefaulted
 maxExpirationSeconds:int32 signerName!;undefaulted
PodCondition lastProbeTime:time lastTransitionTime:time message observedGeneration:int64 reason status! type!
PodDNSConfig nameservers:[]text options:[]PodDNSConfigOption searches:[]text
PodDNSConfigOption name value
PodExtendedResourceClaimStatus requestMappings!:[]ContainerExtendedResourceRequest resourceClaimName!
PodIP ip!
PodOS name!
PodReadinessGate conditionType!
PodResourceClaim name! resourceClaimName resourceClaimTemplateName
PodResourceClaimStatus name! resourceClaimName
PodSchedulingGate name!
PodSecurityContext appArmorProfile:AppArmorProfile fsGroup:int64 fsGroupChangePolicy runAsGroup:int64
 runAsNonRoot:flag runAsUser:int64 seLinuxChangePolicy seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile
 supplementalGroups:[]int64 supplementalGroupsPolicy sysctls:[]Sysctl windowsOptions:WindowsSecurityContextOptions
PodSpec activeDeadlineSeconds:int64 affinity:Affinity automountServiceAccountToken:flag
 containers!:[]Container;keys=name;patch=merge;by=name dnsConfig:PodDNSConfig dnsPolicy enableServiceLinks:flag
 ephemeralContainers:[]EphemeralContainer;keys=name;patch=merge;by=name
 hostAliases:[]HostAlias;keys=ip;patch=merge;by=ip hostIPC:flag hostNetwork:flag hostPID:flag hostUsers:flag hostname
 hostnameOverride imagePullSecrets:[]LocalObjectReference;keys=name;patch=merge;by=name
 initContainers:[]Container;keys=name;patch=merge;by=name nodeName nodeSelector:{}text;atomic os:PodOS
 overhead:{}quantity preemptionPolicy priority:int32 priorityClassName readinessGates:[]PodReadinessGate
 resourceClaims:[]PodResourceClaim;keys=name;patch=merge,retainKeys;by=name resources:ResourceRequirements
 restartPolicy runtimeClassName schedulerName schedulingGates:[]PodSchedulingGate;keys=name;patch=merge;by=name
 securityContext:PodSecurityContext serviceAccount serviceAccountName setHostnameAsFQDN:flag
 shareProcessNamespace:flag subdomain terminationGracePeriodSeconds:int64 tolerations:[]Toleration
 topologySpreadConstraints:[]TopologySpreadConstraint;keys=topologyKey,whenUnsatisfiable;patch=merge;by=topologyKey
 volumes:[]Volume;keys=name;patch=merge,retainKeys;by=name
PodStatus conditions:[]PodCondition;keys=type;patch=merge;by=type containerStatuses:[]ContainerStatus
 ephemeralContainerStatuses:[]ContainerStatus extendedResourceClaimStatus:PodExtendedResourceClaimStatus hostIP
 hostIPs:[]HostIP;patch=merge;by=ip initContainerStatuses:[]ContainerStatus message nominatedNodeName
 observedGeneration:int64 phase podIP podIPs:[]PodIP;keys=ip;patch=merge;by=ip qosClass reason resize
 resourceClaimStatuses:[]PodResourceClaimStatus;keys=name;patch=merge,retainKeys;by=name startTime:time
PodTemplate apiVersion kind metadata:ObjectMeta template:PodTemplateSpec
PodTemplateSpec metadata:ObjectMeta spec:PodSpec
PortStatus error port!:int32 protocol!
PortworxVolumeSource fsType readOnly:flag volumeID!
PreferredSchedulingTerm preference!:NodeSelectorTerm weight!:int32
Probe exec:ExecAction failureThreshold:int32 grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:int32
 periodSeconds:int32 successThreshold:int32 tcpSocket:TCPSocketAction terminationGracePeriodSeconds:int64
 timeoutSeconds:int32
ProjectedVolumeSource defaultMode:int32 sources:[]VolumeProjection
QuobyteVolumeSource group readOnly:flag registry! tenant user volume!
RBDPersistentVolumeSource fsType image! keyring;default="/etc/ceph/keyring" monitors!:[]text pool;default="rbd"
 readOnly:flag secretRef:SecretReference user;default="admin"
RBDVolumeSource fsType image! keyring;default="/etc/ceph/keyring" monitors!:[]text pool;default="rbd" readOnly:flag
 secretRef:LocalObjectReference user;default="admin"
ReplicationController apiVersion kind metadata:ObjectMeta spec:ReplicationControllerSpec
 status:ReplicationControllerStatus
ReplicationControllerCondition lastTransitionTime:time message reason status! type!
ReplicationControllerSpec minReadySeconds:int32;default=0 replicas:int32;default=1 selector:{}text;atomic
 template:PodTemplateSpec
ReplicationControllerStatus availableReplicas:int32
 conditions:[]ReplicationControllerCondition;keys=type;patch=merge;by=type fullyLabeledReplicas:int32
 observedGeneration:int64 readyReplicas:int32 replicas!:int32
core.v1.ResourceClaim name! request
ResourceFieldSelector;atomic containerName divisor:quantity resource!
ResourceHealth health resourceID!
ResourceQuota apiVersion kind metadata:ObjectMeta spec:ResourceQuotaSpec status:ResourceQuotaStatus
ResourceQuotaSpec hard:{}quantity scopeSelector:ScopeSelector scopes:[]text
ResourceQuotaStatus hard:{}quantity used:{}quantity
ResourceRequirements claims:[]core.v1.ResourceClaim;keys=name limits:{}quantity requests:{}quantity
ResourceStatus name! resources:[]ResourceHealth;keys=resourceID
SELinuxOptions level role type user
ScaleIOPersistentVolumeSource fsType;default="xfs" gateway! protectionDomain readOnly:flag secretRef!:SecretReference
 sslEnabled:flag storageMode;default="ThinProvisioned" storagePool system! volumeName
ScaleIOVolumeSource fsType;default="xfs" gateway! protectionDomain readOnly:flag secretRef!:LocalObjectReference
 sslEnabled:flag storageMode;default="ThinProvisioned" storagePool system! volumeName
ScopeSelector;atomic matchExpressions:[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement operator! scopeName! values:[]text
SeccompProfile;union=type,localhostProfile:LocalhostProfile localhostProfile type!
Secret apiVersion data:{}bytes immutable:flag kind metadata:ObjectMeta stringData:{}text type
SecretEnvSource name;default="" optional:flag
SecretKeySelector;atomic key! name;default="" optional:flag
SecretProjection items:[]KeyToPath name;default="" optional:flag
SecretReference;atomic name namespace
SecretVolumeSource defaultMode:int32 items:[]KeyToPath optional:flag secretName
SecurityContext allowPrivilegeEscalation:flag appArmorProfile:AppArmorProfile capabilities:Capabilities
 privileged:flag procMount readOnlyRootFilesystem:flag runAsGroup:int64 runAsNonRoot:flag runAsUser:int64
 seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions
Service apiVersion kind metadata:ObjectMeta spec:ServiceSpec status:ServiceStatus
ServiceAccount apiVersion automountServiceAccountToken:flag imagePullSecrets:[]LocalObjectReference kind
 metadata:ObjectMeta secrets:[]ObjectReference;keys=name;patch=merge;by=name
ServiceAccountTokenProjection audience expirationSeconds:int64 path!
ServicePort appProtocol name nodePort:int32 port!:int32 protocol;default="TCP" targetPort:intOrText
ServiceSpec allocateLoadBalancerNodePorts:flag clusterIP clusterIPs:[]text externalIPs:[]text externalName
 externalTrafficPolicy healthCheckNodePort:int32 internalTrafficPolicy ipFamilies:[]text ipFamilyPolicy
 loadBalancerClass loadBalancerIP loadBalancerSourceRanges:[]text
 ports:[]ServicePort;keys=port,protocol;patch=merge;by=port publishNotReadyAddresses:flag selector:{}text;atomic
 sessionAffinity sessionAffinityConfig:SessionAffinityConfig trafficDistribution type
ServiceStatus conditions:[]Condition;keys=type;patch=merge;by=type loadBalancer:LoadBalancerStatus
SessionAffinityConfig clientIP:ClientIPConfig
SleepAction seconds!:int64
StorageOSPersistentVolumeSource fsType readOnly:flag secretRef:ObjectReference volumeName volumeNamespace
StorageOSVolumeSource fsType readOnly:flag secretRef:LocalObjectReference volumeName volumeNamespace
Sysctl name! value!
TCPSocketAction host port!:intOrText
Taint effect! key! timeAdded:time value
Toleration effect key operator tolerationSeconds:int64 value
TopologySelectorLabelRequirement key! values!:[]text
TopologySelectorTerm;atomic matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySpreadConstraint labelSelector:LabelSelector matchLabelKeys:[]text maxSkew!:int32 minDomains:int32
 nodeAffinityPolicy nodeTaintsPolicy topologyKey! whenUnsatisfiable!
TypedLocalObjectReference;atomic apiGroup kind! name!
TypedObjectReference apiGroup kind! name! namespace
Volume awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource
 azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource
 csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource
 fc:FCVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource
 gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource
 hostPath:HostPathVolumeSource image:ImageVolumeSource iscsi:ISCSIVolumeSource name! nfs:NFSVolumeSource
 persistentVolumeClaim:PersistentVolumeClaimVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource
 portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource
 scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource
 vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeDevice devicePath! name!
VolumeMount mountPath! mountPropagation name! readOnly:flag recursiveReadOnly subPath subPathExpr
VolumeMountStatus mountPath! name! readOnly:flag recursiveReadOnly
VolumeNodeAffinity required:NodeSelector
VolumeProjection clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection
 downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection
 serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements limits:{}quantity requests:{}quantity
VsphereVirtualDiskVolumeSource fsType storagePolicyID storagePolicyName volumePath!
WeightedPodAffinityTerm podAffinityTerm!:PodAffinityTerm weight!:int32
WindowsSecurityContextOptions gmsaCredentialSpec gmsaCredentialSpecName hostProcess:flag runAsUserName
io.k8s.api.discovery.v1
Endpoint addresses!:[]text;set conditions:EndpointConditions deprecatedTopology:{}text hints:EndpointHints hostname
 nodeName targetRef:ObjectReference zone
EndpointConditions ready:flag serving:flag terminating:flag
EndpointHints forNodes:[]ForNode forZones:[]ForZone
discovery.v1.EndpointPort;atomic appProtocol name port:int32 protocol
EndpointSlice addressType! apiVersion endpoints!:[]Endpoint kind metadata:ObjectMeta ports:[]discovery.v1.EndpointPort
ForNode name!
ForZone name!
io.k8s.api.events.v1
events.v1.Event action apiVersion deprecatedCount:int32 deprecatedFirstTimestamp:time deprecatedLastTimestamp:time
 deprecatedSource:EventSource eventTime!:microTime kind metadata:ObjectMeta note reason regarding:ObjectReference
 related:ObjectReference reportingController reportingInstance series:events.v1.EventSeries type
events.v1.EventSeries count!:int32 lastObservedTime!:microTime
io.k8s.api.networking.v1
HTTPIngressPath backend!:IngressBackend path pathType!;undefaulted
HTTPIngressRuleValue paths!:[]HTTPIngressPath
IPAddress apiVersion kind metadata:ObjectMeta spec:IPAddressSpec
IPAddressSpec parentRef!:ParentReference
IPBlock cidr! except:[]text
Ingress apiVersion kind metadata:ObjectMeta spec:IngressSpec status:IngressStatus
IngressBackend resource:TypedLocalObjectReference service:IngressServiceBackend
IngressClass apiVersion kind metadata:ObjectMeta spec:IngressClassSpec
IngressClassParametersReference apiGroup kind! name! namespace scope
IngressClassSpec controller parameters:IngressClassParametersReference
IngressLoadBalancerIngress hostname ip ports:[]IngressPortStatus
IngressLoadBalancerStatus ingress:[]IngressLoadBalancerIngress
IngressPortStatus error port!:int32 protocol!
IngressRule host http:HTTPIngressRuleValue
IngressServiceBackend name! port:ServiceBackendPort
IngressSpec defaultBackend:IngressBackend ingressClassName rules:[]IngressRule tls:[]IngressTLS
IngressStatus loadBalancer:IngressLoadBalancerStatus
IngressTLS hosts:[]text secretName
NetworkPolicy apiVersion kind metadata:ObjectMeta spec:NetworkPolicySpec
NetworkPolicyEgressRule ports:[]NetworkPolicyPort to:[]NetworkPolicyPeer
NetworkPolicyIngressRule from:[]NetworkPolicyPeer ports:[]NetworkPolicyPort
NetworkPolicyPeer ipBlock:IPBlock namespaceSelector:LabelSelector podSelector:LabelSelector
NetworkPolicyPort endPort:int32 port:intOrText protocol
NetworkPolicySpec egress:[]NetworkPolicyEgressRule ingress:[]NetworkPolicyIngressRule podSelector:LabelSelector
 policyTypes:[]text
ParentReference group name!;undefaulted namespace resource!;undefaulted
ServiceBackendPort;atomic name number:int32
ServiceCIDR apiVersion kind metadata:ObjectMeta spec:ServiceCIDRSpec status:ServiceCIDRStatus
ServiceCIDRSpec cidrs:[]text
ServiceCIDRStatus conditions:[]Condition;keys=type;patch=merge;by=type
io.k8s.api.node.v1
Overhead podFixed:{}quantity
RuntimeClass apiVersion handler! kind metadata:ObjectMeta overhead:Overhead scheduling:Scheduling
Scheduling nodeSelector:{}text;atomic tolerations:[]Toleration
io.k8s.api.policy.v1
Eviction apiVersion deleteOptions:DeleteOptions kind metadata:ObjectMeta
PodDisruptionBudget apiVersion kind metadata:ObjectMeta spec:PodDisruptionBudgetSpec status:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec maxUnavailable:intOrText minAvailable:intOrText selector:LabelSelector;patch=replace
 unhealthyPodEvictionPolicy
PodDisruptionBudgetStatus conditions:[]Condition;keys=type;patch=merge;by=type currentHealthy!:int32
 desiredHealthy!:int32 disruptedPods:{}time disruptionsAllowed!:int32 expectedPods!:int32 observedGeneration:int64
io.k8s.api.rbac.v1
AggregationRule clusterRoleSelectors:[]LabelSelector
ClusterRole aggregationRule:AggregationRule apiVersion kind metadata:ObjectMeta rules:[]PolicyRule
ClusterRoleBinding apiVersion kind metadata:ObjectMeta roleRef!:RoleRef subjects:[]Subject
PolicyRule apiGroups:[]text nonResourceURLs:[]text resourceNames:[]text resources:[]text verbs!:[]text
Role apiVersion kind metadata:ObjectMeta rules:[]PolicyRule
RoleBinding apiVersion kind metadata:ObjectMeta roleRef!:RoleRef subjects:[]Subject
RoleRef;atomic apiGroup! kind! name!
Subject;atomic apiGroup kind! name! namespace
io.k8s.api.resource.v1
AllocatedDeviceStatus conditions:[]Condition;keys=type data:any device! driver! networkData:NetworkDeviceData pool!
 shareID
AllocationResult allocationTimestamp:time devices:DeviceAllocationResult nodeSelector:NodeSelector
CELDeviceSelector expression!
CapacityRequestPolicy default:quantity validRange:CapacityRequestPolicyRange validValues:[]quantity
CapacityRequestPolicyRange max:quantity min!:quantity step:quantity
CapacityRequirements requests:{}quantity
Counter value!:quantity
CounterSet counters!:{}Counter name!
Device allNodes:flag allowMultipleAllocations:flag attributes:{}DeviceAttribute bindingConditions:[]text
 bindingFailureConditions:[]text bindsToNode:flag capacity:{}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption name! nodeName nodeSelector:NodeSelector taints:[]DeviceTaint
DeviceAllocationConfiguration opaque:OpaqueDeviceConfiguration requests:[]text source!
DeviceAllocationResult config:[]DeviceAllocationConfiguration results:[]DeviceRequestAllocationResult
DeviceAttribute bool:flag int:int64 string version
DeviceCapacity requestPolicy:CapacityRequestPolicy value!:quantity
DeviceClaim config:[]DeviceClaimConfiguration constraints:[]DeviceConstraint requests:[]DeviceRequest
DeviceClaimConfiguration opaque:OpaqueDeviceConfiguration requests:[]text
DeviceClass apiVersion kind metadata:ObjectMeta spec!:DeviceClassSpec
DeviceClassConfiguration opaque:OpaqueDeviceConfiguration
DeviceClassSpec config:[]DeviceClassConfiguration extendedResourceName selectors:[]DeviceSelector
DeviceConstraint distinctAttribute matchAttribute requests:[]text
DeviceCounterConsumption counterSet! counters!:{}Counter
DeviceRequest exactly:ExactDeviceRequest firstAvailable:[]DeviceSubRequest name!
DeviceRequestAllocationResult adminAccess:flag bindingConditions:[]text bindingFailureConditions:[]text
 consumedCapacity:{}quantity device! driver! pool! request! shareID tolerations:[]DeviceToleration
DeviceSelector cel:CELDeviceSelector
DeviceSubRequest allocationMode capacity:CapacityRequirements count:int64 deviceClassName! name!
 selectors:[]DeviceSelector tolerations:[]DeviceToleration
DeviceTaint effect! key! timeAdded:time value
DeviceToleration effect key operator;default="Equal" tolerationSeconds:int64 value
ExactDeviceRequest adminAccess:flag allocationMode capacity:CapacityRequirements count:int64 deviceClassName!
 selectors:[]DeviceSelector tolerations:[]DeviceToleration
NetworkDeviceData hardwareAddress interfaceName ips:[]text
OpaqueDeviceConfiguration driver! parameters!:any
resource.v1.ResourceClaim apiVersion kind metadata:ObjectMeta spec!:ResourceClaimSpec status:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup name! resource! uid!
ResourceClaimSpec devices:DeviceClaim
ResourceClaimStatus allocation:AllocationResult devices:[]AllocatedDeviceStatus;keys=driver,device,pool,shareID
 reservedFor:[]ResourceClaimConsumerReference;keys=uid;patch=merge;by=uid
ResourceClaimTemplate apiVersion kind metadata:ObjectMeta spec!:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata:ObjectMeta spec!:ResourceClaimSpec
ResourcePool generation!:int64 name! resourceSliceCount!:int64
ResourceSlice apiVersion kind metadata:ObjectMeta spec!:ResourceSliceSpec
ResourceSliceSpec allNodes:flag devices:[]Device driver! nodeName nodeSelector:NodeSelector
 perDeviceNodeSelection:flag pool!:ResourcePool sharedCounters:[]CounterSet
io.k8s.api.scheduling.v1
PriorityClass apiVersion description globalDefault:flag kind metadata:ObjectMeta preemptionPolicy value!:int32
io.k8s.api.storage.v1
CSIDriver apiVersion kind metadata:ObjectMeta spec!:CSIDriverSpec
CSIDriverSpec attachRequired:flag fsGroupPolicy nodeAllocatableUpdatePeriodSeconds:int64 podInfoOnMount:flag
 requiresRepublish:flag seLinuxMount:flag storageCapacity:flag tokenRequests:[]storage.v1.TokenRequest
 volumeLifecycleModes:[]text;set
CSINode apiVersion kind metadata:ObjectMeta spec!:CSINodeSpec
CSINodeDriver allocatable:VolumeNodeResources name! nodeID! topologyKeys:[]text
CSINodeSpec drivers!:[]CSINodeDriver;keys=name;patch=merge;by=name
CSIStorageCapacity apiVersion capacity:quantity kind maximumVolumeSize:quantity metadata:ObjectMeta
 nodeTopology:LabelSelector storageClassName!
StorageClass allowVolumeExpansion:flag allowedTopologies:[]TopologySelectorTerm apiVersion kind metadata:ObjectMeta
 mountOptions:[]text parameters:{}text provisioner! reclaimPolicy volumeBindingMode
storage.v1.TokenRequest audience! expirationSeconds:int64
VolumeAttachment apiVersion kind metadata:ObjectMeta spec!:VolumeAttachmentSpec status:VolumeAttachmentStatus
VolumeAttachmentSource inlineVolumeSpec:PersistentVolumeSpec persistentVolumeName
VolumeAttachmentSpec attacher! nodeName! source!:VolumeAttachmentSource
VolumeAttachmentStatus attachError:VolumeError attached!:flag attachmentMetadata:{}text detachError:VolumeError
VolumeAttributesClass apiVersion driverName! kind metadata:ObjectMeta parameters:{}text
VolumeError errorCode:int32 message time:time
VolumeNodeResources count:int32
io.k8s.apimachinery.pkg.apis.meta.v1
Condition lastTransitionTime!:time message! observedGeneration:int64 reason! status! type!
DeleteOptions apiVersion dryRun:[]text gracePeriodSeconds:int64 ignoreStoreReadErrorWithClusterBreakingPotential:flag
 kind orphanDependents:flag preconditions:Preconditions propagationPolicy
FieldSelectorRequirement key! operator! values:[]text
LabelSelector;atomic matchExpressions:[]LabelSelectorRequirement matchLabels:{}text
LabelSelectorRequirement key! operator! values:[]text
ListMeta continue remainingItemCount:int64 resourceVersion selfLink
ManagedFieldsEntry apiVersion fieldsType fieldsV1:any manager operation subresource time:time
ObjectMeta annotations:{}text creationTimestamp:time deletionGracePeriodSeconds:int64 deletionTimestamp:time
 finalizers:[]text;set;patch=merge generateName generation:int64 labels:{}text managedFields:[]ManagedFieldsEntry name
 namespace ownerReferences:[]OwnerReference;keys=uid;patch=merge;by=uid resourceVersion selfLink uid
OwnerReference;atomic apiVersion! blockOwnerDeletion:flag controller:flag kind! name! uid!
Preconditions resourceVersion uid
Status apiVersion code:int32 details:StatusDetails kind message metadata:ListMeta reason status
StatusCause field message reason
StatusDetails causes:[]StatusCause group kind name retryAfterSeconds:int32 uid
`;
