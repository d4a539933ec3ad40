/**
 * The API server tells some values in the words of its own structures: every field, in their order, under the name that
 * it has in Go, with what is not there. One type a line: its name, and of each field the name in Go, the name in JSON,
 * and what stands there where nothing is said (null where that is left out), or the type of what is in it. Types that
 * are not here are printed as JSON.
 * // as pkg/apis of kubernetes v1.34
 */
export const INTERNAL_TYPES = `
AllocationResult Devices:devices:DeviceAllocationResult! NodeSelector:nodeSelector:NodeSelector
 AllocationTimestamp:allocationTimestamp
CSIPersistentVolumeSource Driver:driver:"" VolumeHandle:volumeHandle:"" ReadOnly:readOnly:false FSType:fsType:""
 VolumeAttributes:volumeAttributes:map ControllerPublishSecretRef:controllerPublishSecretRef:SecretReference
 NodeStageSecretRef:nodeStageSecretRef:SecretReference NodePublishSecretRef:nodePublishSecretRef:SecretReference
 ControllerExpandSecretRef:controllerExpandSecretRef:SecretReference
 NodeExpandSecretRef:nodeExpandSecretRef:SecretReference
CSINodeDriver Name:name:"" NodeID:nodeID:"" TopologyKeys:topologyKeys Allocatable:allocatable:VolumeNodeResources
DaemonSetUpdateStrategy Type:type:"" RollingUpdate:rollingUpdate:RollingUpdateWorkload
DeploymentStrategy Type:type:"" RollingUpdate:rollingUpdate:RollingUpdateWorkload
DeviceAllocationResult Results:results:DeviceRequestAllocationResult Config:config
DeviceAttribute IntValue:int BoolValue:bool StringValue:string VersionValue:version
DeviceClaim Requests:requests:DeviceRequest Constraints:constraints Config:config
DeviceRequest Name:name:"" Exactly:exactly:ExactDeviceRequest FirstAvailable:firstAvailable
DeviceRequestAllocationResult Request:request:"" Driver:driver:"" Pool:pool:"" Device:device:""
 AdminAccess:adminAccess Tolerations:tolerations BindingConditions:bindingConditions
 BindingFailureConditions:bindingFailureConditions ShareID:shareID ConsumedCapacity:consumedCapacity
EventSource Component:component:"" Host:host:""
ExactDeviceRequest DeviceClassName:deviceClassName:"" Selectors:selectors AllocationMode:allocationMode:""
 Count:count:0 AdminAccess:adminAccess Tolerations:tolerations Capacity:capacity
LabelSelector matchLabels:matchLabels:map matchExpressions:matchExpressions
LocalVolumeSource Path:path:"" FSType:fsType
NodeAddress Type:type:"" Address:address:""
PodDisruptionBudgetSpec MinAvailable:minAvailable Selector:selector MaxUnavailable:maxUnavailable
 UnhealthyPodEvictionPolicy:unhealthyPodEvictionPolicy
ObjectReference Kind:kind:"" Namespace:namespace:"" Name:name:"" UID:uid:"" APIVersion:apiVersion:""
 ResourceVersion:resourceVersion:"" FieldPath:fieldPath:""
PersistentVolumeSource GCEPersistentDisk:gcePersistentDisk AWSElasticBlockStore:awsElasticBlockStore
 HostPath:hostPath:HostPathVolumeSource Glusterfs:glusterfs NFS:nfs:NFSVolumeSource RBD:rbd Quobyte:quobyte ISCSI:iscsi
 FlexVolume:flexVolume Cinder:cinder CephFS:cephfs FC:fc Flocker:flocker AzureFile:azureFile VsphereVolume:vsphereVolume
 AzureDisk:azureDisk PhotonPersistentDisk:photonPersistentDisk PortworxVolume:portworxVolume ScaleIO:scaleIO
 Local:local:LocalVolumeSource StorageOS:storageos CSI:csi:CSIPersistentVolumeSource
PodFailurePolicy Rules:rules:PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement ContainerName:containerName Operator:operator:"" Values:values
PodFailurePolicyOnPodConditionsPattern Type:type:"" Status:status:""
PodFailurePolicyRule Action:action:"" OnExitCodes:onExitCodes:PodFailurePolicyOnExitCodesRequirement
 OnPodConditions:onPodConditions:PodFailurePolicyOnPodConditionsPattern
PodIP IP:ip:""
PodTemplateSpec name:metadata.name generateName:metadata.generateName namespace:metadata.namespace
 labels:metadata.labels:map annotations:metadata.annotations:map finalizers:metadata.finalizers Spec:spec:PodSpec!
ResourceClaimSpec Devices:devices:DeviceClaim!
ResourceClaimTemplateSpec labels:metadata.labels:map annotations:metadata.annotations:map Spec:spec:ResourceClaimSpec!
RoleRef APIGroup:apiGroup:"" Kind:kind:"" Name:name:""
RollingUpdateStatefulSetStrategy Partition:partition:0 MaxUnavailable:maxUnavailable
RollingUpdateWorkload MaxUnavailable:maxUnavailable:0 MaxSurge:maxSurge:0
ScopedResourceSelectorRequirement ScopeName:scopeName:"" Operator:operator:"" Values:values
ScopeSelector MatchExpressions:matchExpressions:ScopedResourceSelectorRequirement
SecretReference Name:name:"" Namespace:namespace:""
ServicePort Name:name:"" Protocol:protocol:"" AppProtocol:appProtocol Port:port:0 TargetPort:targetPort:0
 NodePort:nodePort:0
StatefulSetUpdateStrategy Type:type:"" RollingUpdate:rollingUpdate:RollingUpdateStatefulSetStrategy
SuccessPolicy Rules:rules:SuccessPolicyRule
SuccessPolicyRule SucceededIndexes:succeededIndexes SucceededCount:succeededCount
Taint Key:key:"" Value:value:"" Effect:effect:"" TimeAdded:timeAdded
UncountedTerminatedPods Succeeded:succeeded Failed:failed
VolumeAttachmentSource PersistentVolumeName:persistentVolumeName InlineVolumeSpec:inlineVolumeSpec
VolumeAttachmentSpec Attacher:attacher:"" Source:source:VolumeAttachmentSource! NodeName:nodeName:""
VolumeNodeAffinity Required:required:NodeSelector
VolumeNodeResources Count:count
`;
