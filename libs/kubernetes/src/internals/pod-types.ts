/**
 * The structures of a pod's specification, in the form of `internal-types.ts`.
 * // as pkg/apis/core of kubernetes v1.34
 */
export const POD_TYPES = `
AWSElasticBlockStoreVolumeSource VolumeID:volumeID:"" FSType:fsType:"" Partition:partition:0 ReadOnly:readOnly:false
Affinity NodeAffinity:nodeAffinity:NodeAffinity PodAffinity:podAffinity:PodAffinity
 PodAntiAffinity:podAntiAffinity:PodAntiAffinity
AppArmorProfile Type:type:"" LocalhostProfile:localhostProfile
AzureDiskVolumeSource DiskName:diskName:"" DataDiskURI:diskURI:"" CachingMode:cachingMode FSType:fsType
 ReadOnly:readOnly Kind:kind
AzureFileVolumeSource SecretName:secretName:"" ShareName:shareName:"" ReadOnly:readOnly:false
CSIVolumeSource Driver:driver:"" ReadOnly:readOnly FSType:fsType VolumeAttributes:volumeAttributes:map
 NodePublishSecretRef:nodePublishSecretRef:LocalObjectReference
Capabilities Add:add Drop:drop
CephFSVolumeSource Monitors:monitors Path:path:"" User:user:"" SecretFile:secretFile:""
 SecretRef:secretRef:LocalObjectReference ReadOnly:readOnly:false
CinderVolumeSource VolumeID:volumeID:"" FSType:fsType:"" ReadOnly:readOnly:false
 SecretRef:secretRef:LocalObjectReference
ClusterTrustBundleProjection Name:name SignerName:signerName LabelSelector:labelSelector:LabelSelector
 Optional:optional Path:path:""
ConfigMapEnvSource Name:name:"" Optional:optional
ConfigMapKeySelector Name:name:"" Key:key:"" Optional:optional
ConfigMapProjection Name:name:"" Items:items:KeyToPath Optional:optional
ConfigMapVolumeSource Name:name:"" Items:items:KeyToPath DefaultMode:defaultMode Optional:optional
Container Name:name:"" Image:image:"" Command:command Args:args WorkingDir:workingDir:"" Ports:ports:ContainerPort
 EnvFrom:envFrom:EnvFromSource Env:env:EnvVar Resources:resources:ResourceRequirements!
 ResizePolicy:resizePolicy:ContainerResizePolicy RestartPolicy:restartPolicy
 RestartPolicyRules:restartPolicyRules:ContainerRestartRule VolumeMounts:volumeMounts:VolumeMount
 VolumeDevices:volumeDevices:VolumeDevice LivenessProbe:livenessProbe:Probe ReadinessProbe:readinessProbe:Probe
 StartupProbe:startupProbe:Probe Lifecycle:lifecycle:Lifecycle TerminationMessagePath:terminationMessagePath:""
 TerminationMessagePolicy:terminationMessagePolicy:"" ImagePullPolicy:imagePullPolicy:""
 SecurityContext:securityContext:SecurityContext Stdin:stdin:false StdinOnce:stdinOnce:false TTY:tty:false
ContainerPort Name:name:"" HostPort:hostPort:0 ContainerPort:containerPort:0 Protocol:protocol:"" HostIP:hostIP:""
ContainerResizePolicy ResourceName:resourceName:"" RestartPolicy:restartPolicy:""
ContainerRestartRule Action:action:"" ExitCodes:exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes Operator:operator:"" Values:values
DownwardAPIProjection Items:items:DownwardAPIVolumeFile
DownwardAPIVolumeFile Path:path:"" FieldRef:fieldRef:ObjectFieldSelector
 ResourceFieldRef:resourceFieldRef:ResourceFieldSelector Mode:mode
DownwardAPIVolumeSource Items:items:DownwardAPIVolumeFile DefaultMode:defaultMode
EmptyDirVolumeSource Medium:medium:"" SizeLimit:sizeLimit
EnvFromSource Prefix:prefix:"" ConfigMapRef:configMapRef:ConfigMapEnvSource SecretRef:secretRef:SecretEnvSource
EnvVar Name:name:"" Value:value:"" ValueFrom:valueFrom:EnvVarSource
EnvVarSource FieldRef:fieldRef:ObjectFieldSelector ResourceFieldRef:resourceFieldRef:ResourceFieldSelector
 ConfigMapKeyRef:configMapKeyRef:ConfigMapKeySelector SecretKeyRef:secretKeyRef:SecretKeySelector
 FileKeyRef:fileKeyRef:FileKeySelector
EphemeralContainer Name:name:"" Image:image:"" Command:command Args:args WorkingDir:workingDir:""
 Ports:ports:ContainerPort EnvFrom:envFrom:EnvFromSource Env:env:EnvVar Resources:resources:ResourceRequirements!
 ResizePolicy:resizePolicy:ContainerResizePolicy RestartPolicy:restartPolicy
 RestartPolicyRules:restartPolicyRules:ContainerRestartRule VolumeMounts:volumeMounts:VolumeMount
 VolumeDevices:volumeDevices:VolumeDevice LivenessProbe:livenessProbe:Probe ReadinessProbe:readinessProbe:Probe
 StartupProbe:startupProbe:Probe Lifecycle:lifecycle:Lifecycle TerminationMessagePath:terminationMessagePath:""
 TerminationMessagePolicy:terminationMessagePolicy:"" ImagePullPolicy:imagePullPolicy:""
 SecurityContext:securityContext:SecurityContext Stdin:stdin:false StdinOnce:stdinOnce:false TTY:tty:false
 TargetContainerName:targetContainerName:""
EphemeralVolumeSource VolumeClaimTemplate:volumeClaimTemplate:PersistentVolumeClaimTemplate
ExecAction Command:command
FCVolumeSource TargetWWNs:targetWWNs Lun:lun FSType:fsType:"" ReadOnly:readOnly:false WWIDs:wwids
FileKeySelector VolumeName:volumeName:"" Path:path:"" Key:key:"" Optional:optional
FlexVolumeSource Driver:driver:"" FSType:fsType:"" SecretRef:secretRef:LocalObjectReference ReadOnly:readOnly:false
 Options:options:map
FlockerVolumeSource DatasetName:datasetName:"" DatasetUUID:datasetUUID:""
GCEPersistentDiskVolumeSource PDName:pdName:"" FSType:fsType:"" Partition:partition:0 ReadOnly:readOnly:false
GRPCAction Port:port:0 Service:service
GitRepoVolumeSource Repository:repository:"" Revision:revision:"" Directory:directory:""
GlusterfsVolumeSource EndpointsName:endpoints:"" Path:path:"" ReadOnly:readOnly:false
HTTPGetAction Path:path:"" Port:port:0 Host:host:"" Scheme:scheme:"" HTTPHeaders:httpHeaders:HTTPHeader
HTTPHeader Name:name:"" Value:value:""
HostAlias IP:ip:"" Hostnames:hostnames
HostPathVolumeSource Path:path:"" Type:type
ISCSIVolumeSource TargetPortal:targetPortal:"" IQN:iqn:"" Lun:lun:0 ISCSIInterface:iscsiInterface:"" FSType:fsType:""
 ReadOnly:readOnly:false Portals:portals DiscoveryCHAPAuth:chapAuthDiscovery:false
 SessionCHAPAuth:chapAuthSession:false SecretRef:secretRef:LocalObjectReference InitiatorName:initiatorName
ImageVolumeSource Reference:reference:"" PullPolicy:pullPolicy:""
KeyToPath Key:key:"" Path:path:"" Mode:mode
LabelSelector matchLabels:matchLabels:map matchExpressions:matchExpressions:LabelSelectorRequirement
LabelSelectorRequirement key operator values
Lifecycle PostStart:postStart:LifecycleHandler PreStop:preStop:LifecycleHandler StopSignal:stopSignal
LifecycleHandler Exec:exec:ExecAction HTTPGet:httpGet:HTTPGetAction TCPSocket:tcpSocket:TCPSocketAction
 Sleep:sleep:SleepAction
LocalObjectReference Name:name:""
NFSVolumeSource Server:server:"" Path:path:"" ReadOnly:readOnly:false
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:PreferredSchedulingTerm
NodeSelector NodeSelectorTerms:nodeSelectorTerms:NodeSelectorTerm
NodeSelectorRequirement Key:key:"" Operator:operator:"" Values:values
NodeSelectorTerm MatchExpressions:matchExpressions:NodeSelectorRequirement
 MatchFields:matchFields:NodeSelectorRequirement
ObjectFieldSelector APIVersion:apiVersion:"" FieldPath:fieldPath:""
PersistentVolumeClaimSpec AccessModes:accessModes Selector:selector:LabelSelector
 Resources:resources:VolumeResourceRequirements! VolumeName:volumeName:"" StorageClassName:storageClassName
 VolumeMode:volumeMode DataSource:dataSource:TypedLocalObjectReference DataSourceRef:dataSourceRef:TypedObjectReference
 VolumeAttributesClassName:volumeAttributesClassName
PersistentVolumeClaimTemplate name:metadata.name generateName:metadata.generateName namespace:metadata.namespace
 labels:metadata.labels:map annotations:metadata.annotations:map finalizers:metadata.finalizers
 Spec:spec:PersistentVolumeClaimSpec!
PersistentVolumeClaimVolumeSource ClaimName:claimName:"" ReadOnly:readOnly:false
PhotonPersistentDiskVolumeSource PdID:pdID:"" FSType:fsType:""
PodAffinity
 RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm
PodAffinityTerm LabelSelector:labelSelector:LabelSelector Namespaces:namespaces TopologyKey:topologyKey:""
 NamespaceSelector:namespaceSelector:LabelSelector MatchLabelKeys:matchLabelKeys MismatchLabelKeys:mismatchLabelKeys
PodAntiAffinity
 RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm
PodCertificateProjection SignerName:signerName:"" KeyType:keyType:"" MaxExpirationSeconds:maxExpirationSeconds
 CredentialBundlePath:credentialBundlePath:"" KeyPath:keyPath:"" CertificateChainPath:certificateChainPath:""
PodDNSConfig Nameservers:nameservers Searches:searches Options:options:PodDNSConfigOption
PodDNSConfigOption Name:name:"" Value:value
PodOS Name:name:""
PodReadinessGate ConditionType:conditionType:""
PodResourceClaim Name:name:"" ResourceClaimName:resourceClaimName ResourceClaimTemplateName:resourceClaimTemplateName
PodSchedulingGate Name:name:""
PodSecurityContext HostNetwork:hostNetwork:false HostPID:hostPID:false HostIPC:hostIPC:false
 ShareProcessNamespace:shareProcessNamespace HostUsers:hostUsers SELinuxOptions:seLinuxOptions:SELinuxOptions
 WindowsOptions:windowsOptions:WindowsSecurityContextOptions RunAsUser:runAsUser RunAsGroup:runAsGroup
 RunAsNonRoot:runAsNonRoot SupplementalGroups:supplementalGroups SupplementalGroupsPolicy:supplementalGroupsPolicy
 FSGroup:fsGroup FSGroupChangePolicy:fsGroupChangePolicy Sysctls:sysctls:Sysctl
 SeccompProfile:seccompProfile:SeccompProfile AppArmorProfile:appArmorProfile:AppArmorProfile
 SELinuxChangePolicy:seLinuxChangePolicy
PodSpec Volumes:volumes:Volume InitContainers:initContainers:Container Containers:containers:Container
 EphemeralContainers:ephemeralContainers:EphemeralContainer RestartPolicy:restartPolicy:""
 TerminationGracePeriodSeconds:terminationGracePeriodSeconds ActiveDeadlineSeconds:activeDeadlineSeconds
 DNSPolicy:dnsPolicy:"" NodeSelector:nodeSelector:map ServiceAccountName:serviceAccountName:""
 AutomountServiceAccountToken:automountServiceAccountToken NodeName:nodeName:""
 SecurityContext:securityContext:PodSecurityContext ImagePullSecrets:imagePullSecrets:LocalObjectReference
 Hostname:hostname:"" Subdomain:subdomain:"" SetHostnameAsFQDN:setHostnameAsFQDN Affinity:affinity:Affinity
 SchedulerName:schedulerName:"" Tolerations:tolerations:Toleration HostAliases:hostAliases:HostAlias
 PriorityClassName:priorityClassName:"" Priority:priority PreemptionPolicy:preemptionPolicy
 DNSConfig:dnsConfig:PodDNSConfig ReadinessGates:readinessGates:PodReadinessGate RuntimeClassName:runtimeClassName
 Overhead:overhead:map EnableServiceLinks:enableServiceLinks
 TopologySpreadConstraints:topologySpreadConstraints:TopologySpreadConstraint OS:os:PodOS
 SchedulingGates:schedulingGates:PodSchedulingGate ResourceClaims:resourceClaims:PodResourceClaim
 Resources:resources:ResourceRequirements HostnameOverride:hostnameOverride
PortworxVolumeSource VolumeID:volumeID:"" FSType:fsType:"" ReadOnly:readOnly:false
PreferredSchedulingTerm Weight:weight:0 Preference:preference:NodeSelectorTerm!
Probe Exec:exec:ExecAction HTTPGet:httpGet:HTTPGetAction TCPSocket:tcpSocket:TCPSocketAction GRPC:grpc:GRPCAction
 InitialDelaySeconds:initialDelaySeconds:0 TimeoutSeconds:timeoutSeconds:0 PeriodSeconds:periodSeconds:0
 SuccessThreshold:successThreshold:0 FailureThreshold:failureThreshold:0
 TerminationGracePeriodSeconds:terminationGracePeriodSeconds
ProjectedVolumeSource Sources:sources:VolumeProjection DefaultMode:defaultMode
QuobyteVolumeSource Registry:registry:"" Volume:volume:"" ReadOnly:readOnly:false User:user:"" Group:group:""
 Tenant:tenant:""
RBDVolumeSource CephMonitors:monitors RBDImage:image:"" FSType:fsType:"" RBDPool:pool:"" RadosUser:user:""
 Keyring:keyring:"" SecretRef:secretRef:LocalObjectReference ReadOnly:readOnly:false
ResourceClaim Name:name:"" Request:request:""
ResourceFieldSelector ContainerName:containerName:"" Resource:resource:"" Divisor:divisor:"0"
ResourceRequirements Limits:limits:map Requests:requests:map Claims:claims:ResourceClaim
SELinuxOptions User:user:"" Role:role:"" Type:type:"" Level:level:""
ScaleIOVolumeSource Gateway:gateway:"" System:system:"" SecretRef:secretRef:LocalObjectReference
 SSLEnabled:sslEnabled:false ProtectionDomain:protectionDomain:"" StoragePool:storagePool:"" StorageMode:storageMode:""
 VolumeName:volumeName:"" FSType:fsType:"" ReadOnly:readOnly:false
SeccompProfile Type:type:"" LocalhostProfile:localhostProfile
SecretEnvSource Name:name:"" Optional:optional
SecretKeySelector Name:name:"" Key:key:"" Optional:optional
SecretProjection Name:name:"" Items:items:KeyToPath Optional:optional
SecretVolumeSource SecretName:secretName:"" Items:items:KeyToPath DefaultMode:defaultMode Optional:optional
SecurityContext Capabilities:capabilities:Capabilities Privileged:privileged
 SELinuxOptions:seLinuxOptions:SELinuxOptions WindowsOptions:windowsOptions:WindowsSecurityContextOptions
 RunAsUser:runAsUser RunAsGroup:runAsGroup RunAsNonRoot:runAsNonRoot ReadOnlyRootFilesystem:readOnlyRootFilesystem
 AllowPrivilegeEscalation:allowPrivilegeEscalation ProcMount:procMount SeccompProfile:seccompProfile:SeccompProfile
 AppArmorProfile:appArmorProfile:AppArmorProfile
ServiceAccountTokenProjection Audience:audience:"" ExpirationSeconds:expirationSeconds:0 Path:path:""
SleepAction Seconds:seconds:0
StorageOSVolumeSource VolumeName:volumeName:"" VolumeNamespace:volumeNamespace:"" FSType:fsType:""
 ReadOnly:readOnly:false SecretRef:secretRef:LocalObjectReference
Sysctl Name:name:"" Value:value:""
TCPSocketAction Port:port:0 Host:host:""
Toleration Key:key:"" Operator:operator:"" Value:value:"" Effect:effect:"" TolerationSeconds:tolerationSeconds
TopologySpreadConstraint MaxSkew:maxSkew:0 TopologyKey:topologyKey:"" WhenUnsatisfiable:whenUnsatisfiable:""
 LabelSelector:labelSelector:LabelSelector MinDomains:minDomains NodeAffinityPolicy:nodeAffinityPolicy
 NodeTaintsPolicy:nodeTaintsPolicy MatchLabelKeys:matchLabelKeys
TypedLocalObjectReference APIGroup:apiGroup Kind:kind:"" Name:name:""
TypedObjectReference APIGroup:apiGroup Kind:kind:"" Name:name:"" Namespace:namespace
Volume Name:name:"" HostPath:hostPath:HostPathVolumeSource EmptyDir:emptyDir:EmptyDirVolumeSource
 GCEPersistentDisk:gcePersistentDisk:GCEPersistentDiskVolumeSource
 AWSElasticBlockStore:awsElasticBlockStore:AWSElasticBlockStoreVolumeSource GitRepo:gitRepo:GitRepoVolumeSource
 Secret:secret:SecretVolumeSource NFS:nfs:NFSVolumeSource ISCSI:iscsi:ISCSIVolumeSource
 Glusterfs:glusterfs:GlusterfsVolumeSource
 PersistentVolumeClaim:persistentVolumeClaim:PersistentVolumeClaimVolumeSource RBD:rbd:RBDVolumeSource
 Quobyte:quobyte:QuobyteVolumeSource FlexVolume:flexVolume:FlexVolumeSource Cinder:cinder:CinderVolumeSource
 CephFS:cephfs:CephFSVolumeSource Flocker:flocker:FlockerVolumeSource DownwardAPI:downwardAPI:DownwardAPIVolumeSource
 FC:fc:FCVolumeSource AzureFile:azureFile:AzureFileVolumeSource ConfigMap:configMap:ConfigMapVolumeSource
 VsphereVolume:vsphereVolume:VsphereVirtualDiskVolumeSource AzureDisk:azureDisk:AzureDiskVolumeSource
 PhotonPersistentDisk:photonPersistentDisk:PhotonPersistentDiskVolumeSource Projected:projected:ProjectedVolumeSource
 PortworxVolume:portworxVolume:PortworxVolumeSource ScaleIO:scaleIO:ScaleIOVolumeSource
 StorageOS:storageos:StorageOSVolumeSource CSI:csi:CSIVolumeSource Ephemeral:ephemeral:EphemeralVolumeSource
 Image:image:ImageVolumeSource
VolumeDevice Name:name:"" DevicePath:devicePath:""
VolumeMount Name:name:"" ReadOnly:readOnly:false RecursiveReadOnly:recursiveReadOnly MountPath:mountPath:""
 SubPath:subPath:"" MountPropagation:mountPropagation SubPathExpr:subPathExpr:""
VolumeProjection Secret:secret:SecretProjection DownwardAPI:downwardAPI:DownwardAPIProjection
 ConfigMap:configMap:ConfigMapProjection ServiceAccountToken:serviceAccountToken:ServiceAccountTokenProjection
 ClusterTrustBundle:clusterTrustBundle:ClusterTrustBundleProjection
 PodCertificate:podCertificate:PodCertificateProjection
VolumeResourceRequirements Limits:limits:map Requests:requests:map
VsphereVirtualDiskVolumeSource VolumePath:volumePath:"" FSType:fsType:"" StoragePolicyName:storagePolicyName:""
 StoragePolicyID:storagePolicyID:""
WeightedPodAffinityTerm Weight:weight:0 PodAffinityTerm:podAffinityTerm:PodAffinityTerm!
WindowsSecurityContextOptions GMSACredentialSpecName:gmsaCredentialSpecName GMSACredentialSpec:gmsaCredentialSpec
 RunAsUserName:runAsUserName HostProcess:hostProcess
`;
