import { list, object, resourceList, text } from '#apimachinery';

/** Amounts by resource name: `cpu`, `memory`, `nvidia.com/gpu`. Strings once admitted; a manifest may write numbers. */
export type ResourceList = Record<string, string | number>;

/** Requests decide where a pod fits; limits only bound them. */
export interface ResourceRequirements {
  requests?: ResourceList;
  limits?: ResourceList;
  claims?: { name?: string; request?: string }[];
}

/** core/v1 ResourceRequirements. */
export const resourceRequirements = object<ResourceRequirements>({
  requests: resourceList,
  limits: resourceList,
  claims: list(object({ name: text, request: text })),
});
