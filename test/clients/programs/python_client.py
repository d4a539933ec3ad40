"""What a program does with the official Python client: python_client.py KUBECONFIG. Prints one line a step."""

import sys
from kubernetes import client, config, watch

config.load_kube_config(sys.argv[1])
core, apps, policy = client.CoreV1Api(), client.AppsV1Api(), client.PolicyV1Api()
LABELS = {"app": "web"}


def names(items):
    return sorted(item.metadata.name for item in items)


core.create_node({"metadata": {"name": "n1"}, "status": {"capacity": {"cpu": "8", "memory": "16Gi"}}})
print("nodes", names(core.list_node().items))

pod = {"metadata": {"name": "p1", "labels": LABELS}, "spec": {"containers": [{"name": "c", "image": "nginx"}]}}
made = core.create_namespaced_pod("default", pod)
print("created", made.metadata.name, made.status.phase, made.spec.restart_policy)

stream = watch.Watch()
core.patch_namespaced_pod("p1", "default", {"metadata": {"labels": {"tier": "front"}}})
core.create_namespaced_binding(
    "default",
    {"metadata": {"name": "p1"}, "target": {"kind": "Node", "name": "n1"}},
    _preload_content=False,
)
version = made.metadata.resource_version
for event in stream.stream(core.list_namespaced_pod, "default", resource_version=version, timeout_seconds=20):
    print(event["type"], event["object"].metadata.labels, event["object"].spec.node_name)
    if event["object"].spec.node_name:
        stream.stop()

deployment = {
    "metadata": {"name": "web"},
    "spec": {"replicas": 2, "selector": {"matchLabels": LABELS}, "template": {"metadata": {"labels": LABELS}, "spec": pod["spec"]}},
}
apps.create_namespaced_deployment("default", deployment)
apps.patch_namespaced_deployment_scale("web", "default", {"spec": {"replicas": 5}})
print("scale", apps.read_namespaced_deployment_scale("web", "default").spec.replicas)

budget = {"metadata": {"name": "web"}, "spec": {"minAvailable": 1, "selector": {"matchLabels": LABELS}}}
policy.create_namespaced_pod_disruption_budget("default", budget)
try:
    core.create_namespaced_pod_eviction("p1", "default", {"metadata": {"name": "p1"}})
except client.ApiException as error:
    print("eviction", error.status)

try:
    core.read_namespaced_pod("absent", "default")
except client.ApiException as error:
    print("absent", error.status, error.reason)

page = core.list_pod_for_all_namespaces(limit=1)
print("page", len(page.items), page.metadata.remaining_item_count)
core.delete_namespaced_pod("p1", "default", grace_period_seconds=0)
print("pods", names(core.list_namespaced_pod("default", label_selector="app=web").items))
