/**
 * The resources of Kubernetes v1.34 in its served groups, one a line: version, name, kind, scope, verbs, and each
 * subresource with its verbs. Behind an equals sign stands the kind of body and answer. `resource-table.ts` reads it.
 * Written by `npm run kubernetes-fields`; not to be edited.
 */
export const KUBERNETES_RESOURCES = `
v1 bindings Binding namespaced post=v1.Binding
v1 componentstatuses ComponentStatus cluster get,list=v1.ComponentStatus
v1 configmaps ConfigMap namespaced delete,deletecollection,get,list,patch,post,put=v1.ConfigMap
v1 endpoints Endpoints namespaced delete,deletecollection,get,list,patch,post,put=v1.Endpoints
v1 events Event namespaced delete,deletecollection,get,list,patch,post,put=v1.Event
v1 limitranges LimitRange namespaced delete,deletecollection,get,list,patch,post,put=v1.LimitRange
v1 namespaces Namespace cluster delete,get,list,patch,post,put=v1.Namespace finalize:put=v1.Namespace
 status:get,patch,put=v1.Namespace
v1 nodes Node cluster delete,deletecollection,get,list,patch,post,put=v1.Node proxy:connect=v1.NodeProxyOptions
 status:get,patch,put=v1.Node
v1 persistentvolumeclaims PersistentVolumeClaim namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=v1.PersistentVolumeClaim
 status:get,patch,put=v1.PersistentVolumeClaim
v1 persistentvolumes PersistentVolume cluster delete,deletecollection,get,list,patch,post,put=v1.PersistentVolume
 status:get,patch,put=v1.PersistentVolume
v1 pods Pod namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.Pod
 attach:connect=v1.PodAttachOptions binding:post=v1.Binding ephemeralcontainers:get,patch,put=v1.Pod
 eviction:post=policy/v1.Eviction exec:connect=v1.PodExecOptions log:get=v1.Pod
 portforward:connect=v1.PodPortForwardOptions proxy:connect=v1.PodProxyOptions resize:get,patch,put=v1.Pod
 status:get,patch,put=v1.Pod
v1 podtemplates PodTemplate namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.PodTemplate
v1 replicationcontrollers ReplicationController namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=v1.ReplicationController
 scale:get,patch,put=autoscaling/v1.Scale status:get,patch,put=v1.ReplicationController
v1 resourcequotas ResourceQuota namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.ResourceQuota
 status:get,patch,put=v1.ResourceQuota
v1 secrets Secret namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.Secret
v1 serviceaccounts ServiceAccount namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.ServiceAccount
 token:post=authentication.k8s.io/v1.TokenRequest
v1 services Service namespaced delete,deletecollection,get,list,listAll,patch,post,put=v1.Service
 proxy:connect=v1.ServiceProxyOptions status:get,patch,put=v1.Service
apps/v1 controllerrevisions ControllerRevision namespaced
 delete,deletecollection,get,list,patch,post,put=apps/v1.ControllerRevision
apps/v1 daemonsets DaemonSet namespaced delete,deletecollection,get,list,patch,post,put=apps/v1.DaemonSet
 status:get,patch,put=apps/v1.DaemonSet
apps/v1 deployments Deployment namespaced delete,deletecollection,get,list,patch,post,put=apps/v1.Deployment
 scale:get,patch,put=autoscaling/v1.Scale status:get,patch,put=apps/v1.Deployment
apps/v1 replicasets ReplicaSet namespaced delete,deletecollection,get,list,listAll,patch,post,put=apps/v1.ReplicaSet
 scale:get,patch,put=autoscaling/v1.Scale status:get,patch,put=apps/v1.ReplicaSet
apps/v1 statefulsets StatefulSet namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=apps/v1.StatefulSet scale:get,patch,put=autoscaling/v1.Scale
 status:get,patch,put=apps/v1.StatefulSet
authentication.k8s.io/v1 selfsubjectreviews SelfSubjectReview cluster post=authentication.k8s.io/v1.SelfSubjectReview
authentication.k8s.io/v1 tokenreviews TokenReview cluster post=authentication.k8s.io/v1.TokenReview
authorization.k8s.io/v1 localsubjectaccessreviews LocalSubjectAccessReview namespaced
 post=authorization.k8s.io/v1.LocalSubjectAccessReview
authorization.k8s.io/v1 selfsubjectaccessreviews SelfSubjectAccessReview cluster
 post=authorization.k8s.io/v1.SelfSubjectAccessReview
authorization.k8s.io/v1 selfsubjectrulesreviews SelfSubjectRulesReview cluster
 post=authorization.k8s.io/v1.SelfSubjectRulesReview
authorization.k8s.io/v1 subjectaccessreviews SubjectAccessReview cluster
 post=authorization.k8s.io/v1.SubjectAccessReview
autoscaling/v1 horizontalpodautoscalers HorizontalPodAutoscaler namespaced
 delete,deletecollection,get,list,patch,post,put=autoscaling/v1.HorizontalPodAutoscaler
 status:get,patch,put=autoscaling/v1.HorizontalPodAutoscaler
autoscaling/v2 horizontalpodautoscalers HorizontalPodAutoscaler namespaced
 delete,deletecollection,get,list,patch,post,put=autoscaling/v2.HorizontalPodAutoscaler
 status:get,patch,put=autoscaling/v2.HorizontalPodAutoscaler
batch/v1 cronjobs CronJob namespaced delete,deletecollection,get,list,patch,post,put=batch/v1.CronJob
 status:get,patch,put=batch/v1.CronJob
batch/v1 jobs Job namespaced delete,deletecollection,get,list,patch,post,put=batch/v1.Job
 status:get,patch,put=batch/v1.Job
coordination.k8s.io/v1 leases Lease namespaced
 delete,deletecollection,get,list,patch,post,put=coordination.k8s.io/v1.Lease
discovery.k8s.io/v1 endpointslices EndpointSlice namespaced
 delete,deletecollection,get,list,patch,post,put=discovery.k8s.io/v1.EndpointSlice
events.k8s.io/v1 events Event namespaced delete,deletecollection,get,list,patch,post,put=events.k8s.io/v1.Event
networking.k8s.io/v1 ingressclasses IngressClass cluster
 delete,deletecollection,get,list,patch,post,put=networking.k8s.io/v1.IngressClass
networking.k8s.io/v1 ingresses Ingress namespaced
 delete,deletecollection,get,list,patch,post,put=networking.k8s.io/v1.Ingress
 status:get,patch,put=networking.k8s.io/v1.Ingress
networking.k8s.io/v1 ipaddresses IPAddress cluster
 delete,deletecollection,get,list,patch,post,put=networking.k8s.io/v1.IPAddress
networking.k8s.io/v1 networkpolicies NetworkPolicy namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=networking.k8s.io/v1.NetworkPolicy
networking.k8s.io/v1 servicecidrs ServiceCIDR cluster
 delete,deletecollection,get,list,patch,post,put=networking.k8s.io/v1.ServiceCIDR
 status:get,patch,put=networking.k8s.io/v1.ServiceCIDR
node.k8s.io/v1 runtimeclasses RuntimeClass cluster
 delete,deletecollection,get,list,patch,post,put=node.k8s.io/v1.RuntimeClass
policy/v1 poddisruptionbudgets PodDisruptionBudget namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=policy/v1.PodDisruptionBudget
 status:get,patch,put=policy/v1.PodDisruptionBudget
rbac.authorization.k8s.io/v1 clusterrolebindings ClusterRoleBinding cluster
 delete,deletecollection,get,list,patch,post,put=rbac.authorization.k8s.io/v1.ClusterRoleBinding
rbac.authorization.k8s.io/v1 clusterroles ClusterRole cluster
 delete,deletecollection,get,list,patch,post,put=rbac.authorization.k8s.io/v1.ClusterRole
rbac.authorization.k8s.io/v1 rolebindings RoleBinding namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=rbac.authorization.k8s.io/v1.RoleBinding
rbac.authorization.k8s.io/v1 roles Role namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=rbac.authorization.k8s.io/v1.Role
resource.k8s.io/v1 deviceclasses DeviceClass cluster
 delete,deletecollection,get,list,patch,post,put=resource.k8s.io/v1.DeviceClass
resource.k8s.io/v1 resourceclaims ResourceClaim namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=resource.k8s.io/v1.ResourceClaim
 status:get,patch,put=resource.k8s.io/v1.ResourceClaim
resource.k8s.io/v1 resourceclaimtemplates ResourceClaimTemplate namespaced
 delete,deletecollection,get,list,listAll,patch,post,put=resource.k8s.io/v1.ResourceClaimTemplate
resource.k8s.io/v1 resourceslices ResourceSlice cluster
 delete,deletecollection,get,list,patch,post,put=resource.k8s.io/v1.ResourceSlice
scheduling.k8s.io/v1 priorityclasses PriorityClass cluster
 delete,deletecollection,get,list,patch,post,put=scheduling.k8s.io/v1.PriorityClass
storage.k8s.io/v1 csidrivers CSIDriver cluster
 delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.CSIDriver
storage.k8s.io/v1 csinodes CSINode cluster delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.CSINode
storage.k8s.io/v1 csistoragecapacities CSIStorageCapacity namespaced
 delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.CSIStorageCapacity
storage.k8s.io/v1 storageclasses StorageClass cluster
 delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.StorageClass
storage.k8s.io/v1 volumeattachments VolumeAttachment cluster
 delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.VolumeAttachment
 status:get,patch,put=storage.k8s.io/v1.VolumeAttachment
storage.k8s.io/v1 volumeattributesclasses VolumeAttributesClass cluster
 delete,deletecollection,get,list,patch,post,put=storage.k8s.io/v1.VolumeAttributesClass
`;
